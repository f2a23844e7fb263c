// The same from C++: a formula without a model, all models, a propagator, best values.
#include "indubit.hpp"

#include <cstdio>
#include <cstdlib>

static void demand(bool holds, const char *what) {
    if (!holds) std::fprintf(stderr, "wrong: %s\n", what), std::exit(1);
}

// Exactly one of the variables 1 to 4 is true; told by clauses about models that are refused.
struct One : indubit::Propagator {
    std::vector<std::vector<int>> owed;
    bool is_wrong = false;

    bool accepts(const std::vector<int> &model) override {
        if (is_wrong) throw std::runtime_error("on purpose");
        std::vector<int> excluded;
        int count = 0;
        for (int lit : model) count += lit > 0, excluded.push_back(-lit);
        if (count != 1) owed.push_back(excluded);
        return count == 1;
    }
    bool clause(std::vector<int> &lits) override {
        if (owed.empty()) return false;
        lits = owed.back();
        owed.pop_back();
        return true;
    }
};

int main() {
    indubit::Solver solver;
    for (auto clause : {std::vector<int>{1, 2}, {-1, 2}, {1, -2}}) solver.add(clause);
    demand(solver.solve() == 10 && solver[1] && !solver[-2], "a model");
    demand(solver.solve({3, -2}) == 20 && solver.failed(-2) && !solver.failed(3), "no model");

    One one;
    indubit::Solver row;
    row.connect(one, {1, 2, 3, 4});
    int models = 0, sum = 0;
    for (auto &model : row.models({1, 2, 3, 4}, {-3}))
        for (int v = (models++, 1); v <= 4; v++) sum += model[v] ? v : 0;
    demand(models == 3 && sum == 1 + 2 + 4, "one of a row");
    one.is_wrong = true;
    try {
        row.solve();
        demand(false, "an exception");
    } catch (const std::runtime_error &error) {
        demand(error.what() == std::string("on purpose") && row.solve({1, 2}) == 10, "without a propagator");
    }

    indubit::Script script;
    script.run("(declare-const x Int)(declare-const r Real)(assert (and (< 0 x 4) (< r 1)))");
    std::string values;
    for (auto &model : script.models("x")) values += model["(* 2 x)"] + " ";
    demand(values.size() == 6, values.c_str());
    script.run("(maximize x)(maximize (- r))");
    demand(script.check() == 10 && script["x"] == "3", "a best model");
    demand(script.optimum(0).text == "3" && script.optimum(1).kind == INDUBIT_UNBOUNDED, "optima");
    try {
        script["(+ x"];
        demand(false, "a term");
    } catch (const std::runtime_error &) {
    }
    std::puts("plain: right");
}
