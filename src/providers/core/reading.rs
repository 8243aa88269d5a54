//! Handing on a reading of an index of fear and greed.

use crate::{
    domain::{fear_greed::FearGreed, quote::is_from_the_future},
    source::{Context, SourceError, Update},
};

/// Hands on a reading. One from the future is an error; one that `is_old` is told as such and handed on
/// nevertheless.
pub(crate) async fn hand_on(
    context: &Context,
    reading: FearGreed,
    is_old: bool,
) -> Result<(), SourceError> {
    let now = context.clock.now();
    let dated = format!("its newest reading is of {}", reading.as_of);
    if is_from_the_future(reading.as_of, now) {
        return Err(SourceError::Shape(dated));
    }
    if is_old {
        let error = SourceError::OutOfDate(dated);
        context.health.out_of_date(now, &error);
    }
    context.sink.send(Update::FearGreed(reading)).await
}
