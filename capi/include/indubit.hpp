// indubit for C++11: solvers of clauses and of scripts, with all models, best models and propagators, over indubit.h
// and ipasir.h. A call that their headers do not allow ends the process; what a script refuses is a std::runtime_error.
#ifndef INDUBIT_HPP
#define INDUBIT_HPP

#include "indubit.h"
#include "ipasir.h"

#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace indubit {

// The models of a solver, for a loop: `for (auto &model : solver.models(over))`. The model is the solver, which has the
// values of `model[x]` until the next turn.
template <class S> class Models {
public:
    class iterator {
    public:
        explicit iterator(S *solver) : solver(solver) { ++*this; }
        S &operator*() const { return *solver; }
        iterator &operator++() {
            if (solver && !solver->next_model()) solver = nullptr;
            return *this;
        }
        bool operator!=(const iterator &other) const { return solver != other.solver; }

    private:
        S *solver;
    };
    explicit Models(S &solver) : solver(&solver) {}
    iterator begin() const { return iterator(solver); }
    iterator end() const { return iterator(nullptr); }

private:
    S *solver;
};

// A hand in the search; derive from it. indubit.h says when each function is called. The first exception ends the
// search, which throws it again; then the propagator is no longer asked.
class Propagator {
public:
    virtual ~Propagator() = default;
    virtual void assigned(const std::vector<int> &) {}
    virtual void new_level() {}
    virtual void backtracked(std::size_t) {}
    virtual int propagate() { return 0; }
    virtual std::vector<int> reason(int) { throw std::logic_error("a propagator with propagate must have reason"); }
    virtual int decide() { return 0; }
    virtual bool accepts(const std::vector<int> &) { return true; }
    // Whether there is a further clause, and it.
    virtual bool clause(std::vector<int> &) { return false; }

private:
    friend class Solver;
    std::exception_ptr thrown;

    template <class R, class F> static R guarded(void *data, R failed, F work) {
        auto self = static_cast<Propagator *>(data);
        try {
            return self->thrown ? failed : work(*self);
        } catch (...) {
            self->thrown = std::current_exception();
            return failed;
        }
    }
    static int give(indubit_clause *clause, const std::vector<int> &lits) {
        for (int lit : lits) indubit_clause_add(clause, lit);
        return 1;
    }
    indubit_propagator functions() {
        indubit_propagator f = {};
        f.data = this;
        f.assigned = [](void *data, const int32_t *lits, std::size_t count) {
            guarded(data, 0, [&](Propagator &p) { return p.assigned({lits, lits + count}), 0; });
        };
        f.new_level = [](void *data) { guarded(data, 0, [](Propagator &p) { return p.new_level(), 0; }); };
        f.backtracked = [](void *data, std::size_t level) {
            guarded(data, 0, [&](Propagator &p) { return p.backtracked(level), 0; });
        };
        f.propagate = [](void *data) -> int32_t { return guarded(data, 0, [](Propagator &p) { return p.propagate(); }); };
        f.reason = [](void *data, int32_t lit, indubit_clause *clause) {
            guarded(data, 0, [&](Propagator &p) { return give(clause, p.reason(lit)); });
        };
        f.decide = [](void *data) -> int32_t { return guarded(data, 0, [](Propagator &p) { return p.decide(); }); };
        f.accepts = [](void *data, const int32_t *lits, std::size_t count) {
            return guarded(data, 0, [&](Propagator &p) { return int(p.accepts({lits, lits + count})); });
        };
        f.clause = [](void *data, indubit_clause *clause) {
            return guarded(data, -1, [&](Propagator &p) {
                std::vector<int> lits;
                return p.clause(lits) ? give(clause, lits) : 0;
            });
        };
        return f;
    }
};

// A solver of clauses, over literals as in DIMACS files.
class Solver {
public:
    Solver() : solver(ipasir_init(), ipasir_release) {}
    void add(const std::vector<int> &clause) {
        for (int lit : clause) ipasir_add(get(), lit);
        ipasir_add(get(), 0);
    }
    // 10: satisfiable, 20: unsatisfiable, 0: the propagator has ended the search.
    int solve(const std::vector<int> &assumptions = {}) {
        for (int lit : assumptions) ipasir_assume(get(), lit);
        int answer = ipasir_solve(get());
        rethrow();
        return answer;
    }
    bool operator[](int lit) const { return ipasir_val(get(), lit) == lit; }
    bool failed(int lit) const { return ipasir_failed(get(), lit) == 1; }
    Models<Solver> models(const std::vector<int> &over, const std::vector<int> &assumptions = {}) {
        for (int lit : assumptions) ipasir_assume(get(), lit);
        indubit_sat_models(get(), over.data(), over.size());
        return Models<Solver>(*this);
    }
    bool next_model() {
        int next = indubit_sat_next(get());
        rethrow();
        if (next < 0) throw std::runtime_error("the search was ended");
        return next == 1;
    }
    // The propagator must live as long as the solver, or until another one is connected.
    void connect(Propagator &added, const std::vector<int> &observed) {
        propagator = &added;
        indubit_propagator functions = added.functions();
        indubit_sat_connect(get(), &functions);
        for (int variable : observed) indubit_sat_observe(get(), variable);
    }
    void *get() const { return solver.get(); }

private:
    std::unique_ptr<void, void (*)(void *)> solver;
    Propagator *propagator = nullptr;

    void rethrow() {
        if (!propagator || !propagator->thrown) return;
        std::exception_ptr thrown = propagator->thrown;
        propagator = nullptr;
        indubit_sat_connect(get(), nullptr);
        std::rethrow_exception(thrown);
    }
};

// The best value of an objective: indubit.h has the kinds.
struct Optimum {
    int kind;
    double number;
    std::string text;
};

// A dialogue in SMT-LIB's words.
class Script {
public:
    explicit Script(const indubit_budget *budget = nullptr) : script(indubit_script_new(budget), indubit_script_free) {}
    // Carries commands out and gives their answers.
    std::string run(const std::string &commands) {
        indubit_text text;
        indubit_script_run(get(), commands.c_str(), &text);
        return take(text);
    }
    // 10: satisfiable, 20: unsatisfiable, 0: unknown.
    int check() { return indubit_script_check(get()); }
    std::string operator[](const std::string &term) const {
        indubit_text text;
        int told = indubit_script_value(get(), term.c_str(), &text);
        return take(text, told == 1);
    }
    Optimum optimum(std::size_t objective) const {
        Optimum found = {0, 0, ""};
        indubit_text text;
        found.kind = indubit_script_optimum(get(), objective, &found.number, &text);
        found.text = take(text, found.kind != 0);
        return found;
    }
    Models<Script> models(const std::string &terms) {
        indubit_text text;
        int begun = indubit_script_models(get(), terms.c_str(), &text);
        take(text, begun == 1);
        return Models<Script>(*this);
    }
    bool next_model() {
        indubit_text text;
        int next = indubit_script_next(get(), &text);
        take(text, next >= 0);
        return next == 1;
    }
    void end_models() { indubit_script_end(get()); }
    indubit_script *get() const { return script.get(); }

private:
    std::unique_ptr<indubit_script, void (*)(indubit_script *)> script;

    static std::string take(indubit_text &text, bool is_right = true) {
        std::string taken(text.bytes, text.length);
        indubit_free(&text);
        if (!is_right) throw std::runtime_error(taken);
        return taken;
    }
};

} // namespace indubit

#endif
