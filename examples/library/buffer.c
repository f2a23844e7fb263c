/* A small library of buffers. Each function has a contract in CBMC's words, and no loop has an invariant. */
#define SIZE 64

struct buffer {
  unsigned length;
  unsigned char data[SIZE];
};

unsigned writes;

#define VALID(b) __CPROVER_is_fresh(b, sizeof(struct buffer))

/* The buffer is empty. */
void buffer_init(struct buffer *b)
__CPROVER_requires(VALID(b))
__CPROVER_assigns(b->length)
__CPROVER_ensures(b->length == 0)
{
  b->length = 0;
}

/* Adds a byte, if there is room. */
int buffer_put(struct buffer *b, unsigned char byte)
__CPROVER_requires(VALID(b))
__CPROVER_requires(b->length <= SIZE)
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(struct buffer)))
__CPROVER_ensures(b->length <= SIZE)
__CPROVER_ensures(__CPROVER_return_value == (__CPROVER_old(b->length) < SIZE))
{
  if (b->length == SIZE)
    return 0;
  b->data[b->length++] = byte;
  return 1;
}

/* The byte at a position, or -1 behind the last one. */
int buffer_get(const struct buffer *b, unsigned at)
__CPROVER_requires(VALID(b))
__CPROVER_requires(b->length <= SIZE)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= -1 && __CPROVER_return_value <= 255)
__CPROVER_ensures((__CPROVER_return_value == -1) == (at >= b->length))
{
  return at < b->length ? b->data[at] : -1;
}

/* All bytes are 0. */
void buffer_clear(struct buffer *b)
__CPROVER_requires(VALID(b))
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(struct buffer)))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < SIZE) ==> b->data[k] == 0 })
{
  for (unsigned i = 0; i < SIZE; i++)
    b->data[i] = 0;
  b->length = 0;
}

/* The largest byte. */
int buffer_largest(const struct buffer *b)
__CPROVER_requires(VALID(b))
__CPROVER_requires(b->length <= SIZE)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= 255)
{
  int largest = 0;
  for (unsigned i = 0; i < b->length; i++)
    if (b->data[i] > largest)
      largest = b->data[i];
  return largest;
}

/* Two bytes at once, by the contract of buffer_put. */
int buffer_put_pair(struct buffer *b, unsigned short pair)
__CPROVER_requires(VALID(b))
__CPROVER_requires(b->length <= SIZE)
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(struct buffer)))
__CPROVER_ensures(b->length <= SIZE)
{
  return buffer_put(b, pair & 255) && buffer_put(b, pair >> 8);
}

/* Wrong: the last turn is one too many. */
void buffer_copy(struct buffer *to, const struct buffer *from)
__CPROVER_requires(VALID(to) && VALID(from))
__CPROVER_requires(from->length <= SIZE)
__CPROVER_assigns(__CPROVER_object_upto(to, sizeof(struct buffer)))
__CPROVER_ensures(to->length == from->length)
{
  for (unsigned i = 0; i <= from->length; i++)
    to->data[i] = from->data[i];
  to->length = from->length;
}

/* Wrong: the contract does not tell that a number at file scope changes. */
void buffer_set(struct buffer *b, unsigned at, unsigned char byte)
__CPROVER_requires(VALID(b))
__CPROVER_requires(at < SIZE)
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(struct buffer)))
__CPROVER_ensures(b->data[at] == byte)
{
  b->data[at] = byte;
  writes++;
}
