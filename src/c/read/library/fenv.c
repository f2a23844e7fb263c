/* The mode in which results are rounded. */

/* 0 to nearest, 2 up, 3 down, 4 to zero. */
int __indubit_rounding_mode;

int fegetround(void)
{
  if (__indubit_rounding_mode == 3)
    return 1024;
  if (__indubit_rounding_mode == 2)
    return 2048;
  return __indubit_rounding_mode == 4 ? 3072 : 0;
}

int fesetround(int mode)
{
  if (mode != 0 && mode != 1024 && mode != 2048 && mode != 3072)
    return 1;
  __indubit_rounding_mode = mode == 0 ? 0 : mode == 1024 ? 3 : mode == 2048 ? 2 : 4;
  return 0;
}
