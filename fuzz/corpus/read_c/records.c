Þ/* Records in records, enumerations, typedefs that are hidden, and recursion.
   functions: depth grow main
   objects: pool used node best i below left right node root result node_t
   warnings: 0 */
enum colour { RED = 1, GREEN, BLUE = GREEN << 2 };
typedef struct node {
  struct node *child[2];
  enum colour colour;
  struct { short depth, width; } size;
} node_t;

static node_t pool[8];
static unsigned used;

static int depth(const node_t *node) {
  int best = 0;
  for (int i = 0; node && i < 2; i++) {
    int below = depth(node->child[i]);
    if (below > best)
      best = below;
  }
  return node ? best + 1 : 0;
}

static node_t *grow(node_t *left, node_t *right) {
  node_t *node = &pool[used++];
  *node = (node_t){ .child = { left, right }, RED, { 1, .width = 2 } };
  node->size.depth += node->child[0] ? node->child[0]->size.depth : 0;
  return node;
}

int main(void) {
  node_t *root = grow(grow((void *)0, 0), 0);
  int result = depth(root) == 2 && root->size.depth == 2 && BLUE == 8;
  unsigned node_t = 3;
  return result ? 0 : (int)(node_t * sizeof(node_t));
}
