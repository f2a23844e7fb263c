//! Evidence from anywhere, checked against a model.

use crate::cli::options::Command;
use crate::failure::Failure;
use crate::report;
use crate::settings::Request;
use indubit::base::Json;
use indubit::evidence::{self, CheckError, CheckOptions, Checked};
use indubit::input;
use indubit::model::PropertyId;
use indubit::portfolio::Checking;

/// The object of a check: the verdict that the evidence proves about the whole model, the verdicts by property, and the
/// claims one by one. The verdict is `failed` if a piece of evidence failed its check.
pub fn run(name: &str, model: &[u8], evidence: &[u8], options: &str) -> Result<String, Failure> {
    let request = Request::read(options, Command::Check)?;
    let budget = request.budget();
    let model = input::read(name, model, &request.input()?, &budget).map_err(|error| Failure::unread(&error))?;
    budget.pause_at(request.work.unwrap_or(u64::MAX));
    let checks = CheckOptions { proofs: request.settings.verify.check == Checking::Full };
    let checked = evidence::check(&model, evidence, &checks, &budget);
    let mut checked = checked.map_err(|error| Failure::unread(&error))?;
    let wanted = |property: PropertyId| request.settings.property.index.map_or(true, |p| p == property);
    checked.retain(|claim| wanted(claim.property));
    if checked.is_empty() {
        return Err(Failure::input("there is nothing about this property", None));
    }
    let properties: Vec<PropertyId> = model.property_ids().collect();
    let words: Vec<(PropertyId, &str)> =
        properties.into_iter().filter(|&p| wanted(p)).map(|property| (property, word(&checked, property))).collect();
    let heaviest = ["failed", "unsafe", "unknown"];
    let overall = heaviest.iter().find(|&&word| words.iter().any(|&(_, this)| this == word)).unwrap_or(&"safe");
    let mut json = Json::default();
    json.open('{').key("verdict").string(overall).key("properties").open('[');
    for (property, word) in &words {
        json.open('{').key("index").raw(property.index());
        if property.is_justice() {
            json.key("kind").string("justice");
        }
        json.key("verdict").string(word).close('}');
    }
    json.close(']').key("claims").open('[');
    for claim in &checked {
        json.open('{').key("property").raw(claim.property.index());
        if claim.property.is_justice() {
            json.key("kind").string("justice");
        }
        json.key("claim").string(if claim.is_safe { "safe" } else { "unsafe" });
        json.key("accepted").raw(claim.result.is_ok());
        if let Err(error) = &claim.result {
            json.key("reason").string(&error.to_string());
        }
        json.close('}');
    }
    json.close(']');
    report::spent(&mut json, &budget);
    json.close('}');
    Ok(json.finish())
}

/// The verdict of all claims about a property. Claims that contradict each other have failed.
fn word(checked: &[Checked], property: PropertyId) -> &'static str {
    let about = || checked.iter().filter(|claim| claim.property == property);
    let is_limit = |claim: &Checked| matches!(claim.result, Err(CheckError::Limit(_)));
    let proves = |safe: bool| about().any(|claim| claim.is_safe == safe && claim.result.is_ok());
    if about().any(|claim| claim.result.is_err() && !is_limit(claim)) || (proves(true) && proves(false)) {
        "failed"
    } else if proves(false) {
        "unsafe"
    } else if proves(true) {
        "safe"
    } else {
        "unknown"
    }
}
