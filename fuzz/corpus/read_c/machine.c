¹/* A state machine as the tool CIL prints it: nested blocks, many labels, jumps into and out of blocks.
   functions: error main nondet undeclared
   objects: state seen __cil_tmp1 __retres2
   warnings: 2 */
void error(void) 
{ 

  {
  goto ERROR;
  ERROR: ;
  return;
}
}
extern int nondet() ;
int state  =    1;
#line 12 "machine.cil.c"
main() 
{ int seen ;
  int __cil_tmp1 ;
  int __retres2 ;

  {
  seen = 0;
  {
#line 20
  while (1) {
    while_0_continue: /* CIL Label */ ;
    if (! (seen < 3)) {
      goto while_0_break;
    }
    if (state == 1) {
      goto switch_1;
    } else {
      if (state == 2) {
        goto switch_2;
      } else {
        goto switch_default;
        if (0) {
          switch_1: /* CIL Label */ 
          __cil_tmp1 = nondet();
          if (__cil_tmp1) {
            state = 2;
          }
          goto while_0_continue;
          switch_2: ;
          seen += 1;
          goto while_0_continue;
          switch_default: /* CIL Label */ 
          {
          error();
          }
        } else {
          switch_break: /* CIL Label */ ;
        }
      }
    }
  }
  while_0_break: /* CIL Label */ ;
  }
  __retres2 = 0;
  goto return_label;
  }
  return_label: /* CIL Label */ 
  undeclared(__retres2);
  return (__retres2);
}
