//! `indubit hwmcc MODEL WITNESS CERTIFICATE`: a run as the hardware model checking competition starts it.

use super::options::Settings;
use super::{verify, Failure};

/// Runs the command: the verdict is `sat` for unsafe and `unsat` for safe, with a witness in the format of the model,
/// or a certificate: a witness circuit in the format of the model, too, which `check` reads. Proofs that have none are
/// text: of justice properties of BTOR2, about lassos, about all indices of arrays.
pub fn run(mut settings: Settings) -> Result<i32, Failure> {
    settings.witness = Some(settings.file(1).to_os_string());
    settings.certificate = Some(settings.file(2).to_os_string());
    settings.competition = true;
    verify::run(&settings)
}
