// Words: bit counting, rotations, bit-fields, and constants of all kinds.
// functions: __VERIFIER_nondet_uint main population reach_error rotate
// objects: x count word by packet x y flags wide
// warnings: 0
typedef unsigned int uint;
extern uint __VERIFIER_nondet_uint(void);
void reach_error() { ERROR: goto ERROR; }

static uint population(uint x) {
  uint count = 0u;
  while (x) {
    x &= x - 1;
    ++count;
  }
  return count;
}

static uint rotate(uint word, unsigned char by) {
  return word << (by & 31) | word >> (-by & 31);
}

struct packet {
  unsigned version : 4, length : 12;
  signed kind : 3;
  unsigned : 0;
  union { short small; long long large; };
} packet = { 0x4, .length = 0777, .large = 0xffffffffLL };

int main() {
  uint x = __VERIFIER_nondet_uint(), y = rotate(x, 'a' % 32);
  const int flags = 0b1010 | 1 << 3;
  unsigned long long wide = ~0ULL >> 1;
  packet.kind = (int)wide;
  if (population(x) != population(y) && sizeof(struct packet) == 16 && flags ^ 10) reach_error();
  return !(wide > 1);
}
