//! CNN's fear and greed index of US stocks, with its seven components. The API is unofficial; the JSON was recorded from 2022
//! on. Missing or malformed components are skipped.

use jiff::Timestamp;
use serde::Deserialize;

use crate::{
    domain::{
        fear_greed::{self, FearGreed, FearGreedComponent, FearGreedIndicators, STOCKS},
        figure::Figure,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::TickerKind,
    },
    providers::core::{
        capability::{Capability, Offer},
        lenient::{self, Moment, Number, Text, or_default},
    },
    source::SourceError,
};

use super::Index;

/// CNN's index.
pub struct Cnn;

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Cnn::NAME,
    config_table: Some("cnn"),
    title: "CNN",
    figures: &[Figure::StockSentiment],
    delay: "Minutes",
    limit: None,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://www.cnn.com/terms",
};

impl Index for Cnn {
    const NAME: &'static str = "cnn";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::FearGreed, &[TickerKind::Stock])];
    const PATH: &'static str = "/index/fearandgreed/graphdata";

    fn read(body: &[u8]) -> Result<FearGreed, SourceError> {
        read(body)
    }

    fn is_outdated(reading: &FearGreed, now: Timestamp) -> bool {
        reading.stale_at() <= now
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Response {
    #[serde(deserialize_with = "or_default")]
    fear_and_greed: Component,
    #[serde(deserialize_with = "or_default")]
    market_momentum_sp500: Component,
    #[serde(deserialize_with = "or_default")]
    stock_price_strength: Component,
    #[serde(deserialize_with = "or_default")]
    stock_price_breadth: Component,
    #[serde(deserialize_with = "or_default")]
    put_call_options: Component,
    #[serde(deserialize_with = "or_default")]
    market_volatility_vix: Component,
    #[serde(deserialize_with = "or_default")]
    junk_bond_demand: Component,
    #[serde(deserialize_with = "or_default")]
    safe_haven_demand: Component,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Component {
    score: Number,
    rating: Text,
    timestamp: Moment,
}

impl Component {
    fn score(&self) -> Option<f64> {
        self.score.0.filter(|score| (0.0..=100.0).contains(score))
    }

    /// Returns the rating with a capital, such as `Extreme fear`.
    fn label(&self) -> Option<String> {
        let rating = fear_greed::rating(self.rating.as_deref()?)?;
        let mut letters = rating.chars();
        let first = letters.next()?;
        Some(first.to_uppercase().chain(letters).collect())
    }
}

fn read(body: &[u8]) -> Result<FearGreed, SourceError> {
    let invalid_response = |text: &str| SourceError::InvalidResponse(text.to_owned());
    let response: Response = lenient::json(body)?;
    let index = &response.fear_and_greed;
    Ok(FearGreed {
        value: index
            .score()
            .ok_or_else(|| invalid_response("no value between 0 and 100"))?,
        as_of: index
            .timestamp
            .0
            .ok_or_else(|| invalid_response("invalid time"))?,
        indicators: response.indicators(),
        components: response.components(),
        market: STOCKS.to_owned(),
        provider: String::new(),
        rating: index.rating.as_deref().and_then(fear_greed::rating),
    })
}

impl Response {
    fn indicators(&self) -> Option<FearGreedIndicators> {
        Some(FearGreedIndicators {
            market_momentum: self.market_momentum_sp500.label()?,
            volatility: self.market_volatility_vix.label()?,
            market_breadth: self.stock_price_breadth.label()?,
            put_call_ratio: self.put_call_options.label()?,
        })
    }

    fn components(&self) -> Vec<FearGreedComponent> {
        let component = |(name, part): (&str, &Component)| {
            Some(FearGreedComponent {
                name: name.to_owned(),
                score: part.score()?,
            })
        };
        [
            ("Market momentum", &self.market_momentum_sp500),
            ("Stock price strength", &self.stock_price_strength),
            ("Stock price breadth", &self.stock_price_breadth),
            ("Put and call options", &self.put_call_options),
            ("Market volatility", &self.market_volatility_vix),
            ("Junk bond demand", &self.junk_bond_demand),
            ("Safe haven demand", &self.safe_haven_demand),
        ]
        .into_iter()
        .filter_map(component)
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    /// A response written for these tests.
    const RESPONSE: &str = r#"{"fear_and_greed":{"score":30.8254,"rating":"fear",
        "timestamp":"2022-04-25T16:21:09.254000+00:00","previous_close":40.1},
        "fear_and_greed_historical":{"timestamp":1650903669254.0,"data":[{"x":1619395200000.0,"y":51.0}]},
        "market_momentum_sp500":{"timestamp":1650903666000.0,"score":28.4,"rating":"fear","data":[]},
        "stock_price_strength":{"score":24.0,"rating":"extreme fear"},
        "stock_price_breadth":{"score":31.2,"rating":"fear"},
        "put_call_options":{"score":61.0,"rating":"greed"},
        "market_volatility_vix":{"score":50.0,"rating":"neutral"},
        "junk_bond_demand":{"score":12.6,"rating":"extreme fear"},
        "safe_haven_demand":{"score":8.6,"rating":"extreme fear"}}"#;

    #[test]
    fn the_seven_components_of_a_reading_are_read() {
        let reading = read(RESPONSE.as_bytes()).unwrap();
        assert_eq!((reading.value, &*reading.market), (30.8254, "stocks"));
        assert_eq!(reading.word(), "fear");
        assert_eq!(reading.as_of.to_string(), "2022-04-25T16:21:09.254Z");
        let labels = reading.indicators.unwrap();
        assert_eq!(labels.market_momentum, "Fear");
        assert_eq!(labels.put_call_ratio, "Greed");
        let scores: Vec<f64> = reading.components.iter().map(|part| part.score).collect();
        assert_eq!(scores, [28.4, 24.0, 31.2, 61.0, 50.0, 12.6, 8.6]);
    }

    #[test]
    fn the_providers_rating_is_used_or_computed_if_missing() {
        // CNN derives its ratings from unrounded values.
        for (value, rating, word) in [
            ("75.3", r#""extreme greed""#, "extreme greed"),
            ("45.2", r#""neutral""#, "neutral"),
            ("25.2", r#""Fear""#, "fear"),
            ("75.3", "null", "extreme greed"),
            ("55.4", "7", "greed"),
            ("45.0", r#""<b>""#, "fear"),
        ] {
            let original = r#""score":30.8254,"rating":"fear""#;
            let body = RESPONSE.replace(original, &format!(r#""score":{value},"rating":{rating}"#));
            assert_ne!(body, RESPONSE);
            assert_eq!(
                read(body.as_bytes()).unwrap().word(),
                word,
                "{value} {rating}"
            );
        }
    }

    #[test]
    fn an_invalid_component_is_skipped_and_an_invalid_value_is_an_error() {
        let invalid = RESPONSE.replace(r#""score":61.0"#, r#""score":null"#);
        assert_eq!(read(invalid.as_bytes()).unwrap().components.len(), 6);
        let invalid = RESPONSE.replace(
            r#"{"score":12.6,"rating":"extreme fear"}"#,
            r#""unavailable""#,
        );
        assert_eq!(read(invalid.as_bytes()).unwrap().components.len(), 6);
        for body in [
            RESPONSE.replace("30.8254", "308"),
            RESPONSE.replace("2022-04-25T16:21:09.254000+00:00", "soon"),
            "{}".to_owned(),
            "I'm a teapot. You're a bot.".to_owned(),
        ] {
            assert!(
                matches!(read(body.as_bytes()), Err(SourceError::InvalidResponse(_))),
                "{body}"
            );
        }
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples = [
            &include_bytes!("../../../tests/fixtures/recordings/cnn/graphdata.json")[..],
            &include_bytes!("../../../tests/fixtures/recordings/cnn/error-418.txt")[..],
            RESPONSE.as_bytes(),
        ];
        fuzz("cnn", &samples, |body| {
            let _ = read(body);
        });
    }
}
