// Counts up in steps of two and so meets 10: a program for `indubit help witness`.
extern void reach_error(void);
int main() {
  unsigned x = 0;
  while (x < 10) {
    x += 2;
  }
  if (x != 10) reach_error();
  return 0;
}
