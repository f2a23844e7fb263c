// The same interface from C++: a formula without a model.
#include "ipasir.h"

#include <cassert>
#include <cstdio>
#include <initializer_list>

int main() {
    void *solver = ipasir_init();
    for (int lit : {1, 2, 0, -1, 2, 0, 1, -2, 0}) ipasir_add(solver, lit);
    assert(ipasir_solve(solver) == 10 && ipasir_val(solver, 1) == 1 && ipasir_val(solver, -2) == 2);
    for (int lit : {-1, -2, 0}) ipasir_add(solver, lit);
    assert(ipasir_solve(solver) == 20);
    ipasir_release(solver);
    std::puts("plain: right");
}
