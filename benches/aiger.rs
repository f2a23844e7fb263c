//! Reading a circuit in both formats.

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use indubit::base::Rng;
use indubit::input::aiger::{read, write_ascii, write_binary};
use indubit::model::circuit::{Circuit, Reset, Signal};

fn random_circuit(gates: usize) -> Circuit {
    let mut rng = Rng::new(1);
    let mut circuit = Circuit::new();
    let mut pool: Vec<Signal> = (0..100).map(|_| circuit.add_input()).collect();
    let latches: Vec<Signal> = (0..1000).map(|_| circuit.add_latch(Reset::Zero)).collect();
    pool.extend_from_slice(&latches);
    let mut any = |pool: &[Signal]| pool[rng.below(pool.len())].negate_if(rng.one_in(2));
    for _ in 0..gates {
        let (a, b) = (any(&pool), any(&pool));
        pool.push(circuit.and(a, b));
    }
    for latch in latches {
        circuit.set_next(latch, any(&pool));
    }
    circuit.add_bad(any(&pool));
    circuit
}

fn reading(c: &mut Criterion) {
    let circuit = random_circuit(100_000);
    let mut group = c.benchmark_group("aiger");
    for (name, file) in [("text", write_ascii(&circuit).into_bytes()), ("binary", write_binary(&circuit))] {
        group.throughput(Throughput::Bytes(file.len() as u64));
        group.bench_function(name, |b| b.iter(|| read(&file).map(|model| model.circuit.and_count())));
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
