//! `indubit hwmcc MODEL WITNESS CERTIFICATE`: a run as the hardware model checking competition starts it.

use super::options::Settings;
use super::values::CertificateForm;
use super::{verify, Failure};

/// Runs the command: the verdict is `sat` for unsafe and `unsat` for safe, with a witness or a witness circuit.
pub fn run(mut settings: Settings) -> Result<i32, Failure> {
    settings.witness = Some(settings.file(1).to_os_string());
    settings.certificate = Some(settings.file(2).to_os_string());
    settings.certificate_format = CertificateForm::Aiger;
    settings.competition = true;
    verify::run(&settings)
}
