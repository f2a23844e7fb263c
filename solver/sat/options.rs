//! The techniques of the core, each a field.

/// The times at which the search starts again from its assumptions.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restarts {
    /// After `unit` times the next number of the Luby sequence (Luby, Sinclair, Zuckerman 1993) conflicts.
    Luby {
        /// Conflicts per unit, at least 1.
        unit: u32,
    },
    /// After conflicts at which the recent average glue is well above the long-term one (Audemard and Simon, CP 2012,
    /// with exponential moving averages).
    Glue,
    /// Phases of [`Restarts::Glue`] with the VMTF queue and of rare Luby restarts with VSIDS and target phases in turn
    /// (Biere, Fleury 2020).
    Alternating,
}

/// Settings of a [`Solver`](super::Solver). Every field is one technique.
#[derive(Clone, PartialEq, Debug)]
pub struct SatOptions {
    /// Seed of the few random choices (rephasing). Default 0.
    pub seed: u64,
    /// The value tried first for a variable that never had one. Default true.
    pub initial_phase: bool,
    /// Restart policy. Default alternating.
    pub restarts: Restarts,
    /// Decay of variable scores, in (0, 1). Default 0.95.
    pub decay: f64,
    /// Whether scores only order the variables that conflicts have met lately. The others are decided in the order of
    /// their making, which costs less if a query has many variables and few conflicts. Default off.
    pub score_hot_only: bool,
    /// Whether scores also reward the variables in the reasons of a learnt clause's literals (Liang et al., SAT 2016),
    /// as long as decisions are few for each conflict. Default on.
    pub reason_side: bool,
    /// Target phases and rephasing in stable mode. Default on.
    pub target_phases: bool,
    /// Local search for phases among the rephasings (ProbSAT; Balint, Schöning, SAT 2012). Default on.
    pub walk: bool,
    /// Conflicts before the first reduction of the learnt clauses; the interval grows with the square root of their
    /// number. Default 300.
    pub reduce_interval: u64,
    /// Learnt clauses of this glue or less are always kept: the first tier. Default 2.
    pub tier1_glue: usize,
    /// Learnt clauses of this glue or less are kept while they are used: the second tier. Default 6.
    pub tier2_glue: usize,
    /// Whether the limits of the tiers follow the search: half of the uses of learnt clauses in conflicts shall be of
    /// the first tier, and nine tenths of the first two (as in Kissat 4; Biere et al., SAT Competition 2024). The
    /// fields above are the limits at the start. Default on.
    pub adaptive_tiers: bool,
    /// Whether learnt clauses of larger glue survive the first reduction after their last use. Default on.
    pub keep_used: bool,
    /// Whether any of the following simplifications run by themselves during long solve calls. Default on.
    pub inprocessing: bool,
    /// Conflicts before the first round of simplification, and the unit in which rounds move apart. Default 2000.
    pub inprocess_interval: u64,
    /// Equal gates have equal outputs (Biere, Fazekas, Fleury, Froleyks, SAT 2024). Needs [`SatOptions::substitution`].
    /// Default on.
    pub congruence: bool,
    /// Equal and constant literals in small parts of the formula (Biere, Fazekas, Fleury, Froleyks, FMCAD 2024). Needs
    /// [`SatOptions::substitution`]. Default on.
    pub sweeping: bool,
    /// One of several equivalent literals replaces the others; without a theory, scopes and domain queries only.
    /// Default on.
    pub substitution: bool,
    /// Failed literals (probing of roots of the binary implication graph). Default on.
    pub probing: bool,
    /// Subsumption and strengthening by self-subsuming resolution. Default on.
    pub subsumption: bool,
    /// Clauses added between domain queries before subsumption is tried again. IC3 adds ever better lemmas, and
    /// replaced lemmas slow every propagation down. Default 300.
    pub subsume_interval: usize,
    /// Bounded variable elimination with reconstruction of models (Eén, Biere, SAT 2005). Default on.
    pub elimination: bool,
    /// New variables for what clauses have in common (Manthey, Heule, Biere, HVC 2012); without a theory, scopes,
    /// shared clauses, domain queries and a proof that admits no definitions only. The new variables count among
    /// those of [`Solver::var_count`](super::Solver::var_count), so variables made later come behind them, and they
    /// may not be used. Default off.
    pub variable_addition: bool,
    /// Vivification of learnt and original clauses (Piette, Hamadi, Saïs, ECAI 2008; Luo et al., IJCAI 2017), tier by
    /// tier. Default on.
    pub vivification: bool,
    /// Whether vivification also tries to drop the last literal of a clause that it could not shorten (instantiation;
    /// Andersson, Bjesse, Cook, Hanna 2002). Default on.
    pub instantiation: bool,
}

impl Default for SatOptions {
    /// For one hard formula, or few.
    fn default() -> SatOptions {
        SatOptions {
            seed: 0,
            initial_phase: true,
            restarts: Restarts::Alternating,
            decay: 0.95,
            score_hot_only: false,
            reason_side: true,
            target_phases: true,
            walk: true,
            reduce_interval: 300,
            tier1_glue: 2,
            tier2_glue: 6,
            adaptive_tiers: true,
            keep_used: true,
            inprocessing: true,
            inprocess_interval: 2000,
            congruence: true,
            sweeping: true,
            substitution: true,
            probing: true,
            subsumption: true,
            subsume_interval: 300,
            elimination: true,
            variable_addition: false,
            vivification: true,
            instantiation: true,
        }
    }
}

impl SatOptions {
    /// For very many easy queries on formulas that change: Luby restarts, VSIDS only, few learnt clauses, no
    /// simplification by itself.
    pub fn incremental() -> SatOptions {
        SatOptions {
            initial_phase: false,
            restarts: Restarts::Luby { unit: 100 },
            reason_side: false,
            target_phases: false,
            walk: false,
            keep_used: false,
            adaptive_tiers: false,
            inprocessing: false,
            ..SatOptions::default()
        }
    }
}

/// Counters of the work that a solver has done since it was made. They only grow.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatStatistics {
    /// Calls of solve.
    pub solves: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions, assumptions not counted.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Learnt clauses.
    pub learnt: u64,
    /// Literals of learnt clauses before minimisation.
    pub learnt_literals: u64,
    /// Literals that minimisation removed from them.
    pub minimised_literals: u64,
    /// Reductions of the learnt clauses.
    pub reductions: u64,
    /// Compactions of the clause arena.
    pub compactions: u64,
    /// Pairs of literals found equal as outputs of equal gates.
    pub congruent: u64,
    /// Binary clauses between literals that sweeping found equal.
    pub swept: u64,
    /// Literals that sweeping found constant.
    pub swept_units: u64,
    /// Variables replaced by an equivalent literal.
    pub substituted: u64,
    /// Variables eliminated or replaced (and not restored).
    pub eliminated: u64,
    /// Variables restored after elimination.
    pub restored: u64,
    /// Variables that the solver has added for parts in common to clauses.
    pub added: u64,
    /// Clauses that their definitions and uses saved.
    pub factored: u64,
    /// Clauses removed because another one subsumes them.
    pub subsumed: u64,
    /// Literals removed from clauses by self-subsuming resolution.
    pub strengthened: u64,
    /// Literals found failed by probing.
    pub failed_literals: u64,
    /// Clauses shortened or removed by vivification.
    pub vivified: u64,
    /// Clauses among these that lost a literal by instantiation.
    pub instantiated: u64,
}
