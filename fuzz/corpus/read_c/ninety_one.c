%// McCarthy's function is 91 for all numbers up to 101: a recursive program, proved by summaries of its calls.
extern void reach_error(void);
extern int nondet(void);
int f(int x) {
  if (x > 100) return x - 10;
  return f(f(x + 11));
}
int main() {
  int x = nondet();
  if (x <= 101 && f(x) != 91) reach_error();
  return 0;
}
