// Looks for the largest of five numbers, and forgets the last one. Is the result at least as large as each?
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main() {
  int numbers[5];
  for (int i = 0; i < 5; i++) numbers[i] = __VERIFIER_nondet_int();
  int largest = numbers[0];
  for (int i = 1; i < 4; i++) {
    if (numbers[i] > largest) largest = numbers[i];
  }
  for (int i = 0; i < 5; i++) {
    if (numbers[i] > largest) reach_error();
  }
  return 0;
}
