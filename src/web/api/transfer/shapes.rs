//! Everything that a person made, as it travels from one Marketdeck to another.

use std::{collections::BTreeMap, fmt};

use jiff::Timestamp;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, SeqAccess, Visitor},
};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{
    domain::{
        bar::{Bar, Interval},
        board::Board,
        currency::Currency,
        packed_bars::PackedBars,
        settings::Settings,
        ticker::TickerKind,
    },
    web::api::{alerts::CarriedAlert, watchlists::Entry},
};

/// What stands in every export, so that no other file is taken for one.
pub(super) const FORMAT: &str = "marketdeck";
/// The version of these shapes.
pub(super) const VERSION: u32 = 1;

/// Everything that a person made: lists, alerts, boards and settings. What an import leaves out (null) stays as it is there.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Export {
    /// `marketdeck`.
    #[schema(pattern = "^marketdeck$")]
    pub(super) format: String,
    /// 1.
    #[schema(minimum = 1, maximum = 1)]
    pub(super) version: u32,
    /// The market that it comes from: `live` or `sample`.
    #[serde(default)]
    pub(super) market: String,
    /// When it was made.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) exported_at: Option<Timestamp>,
    /// Lists, oldest first.
    #[serde(default)]
    pub(super) watchlists: Option<Vec<CarriedList>>,
    /// Alerts, oldest first, without those that came with the sample market. What they reported does not travel.
    #[serde(default)]
    pub(super) alerts: Option<Vec<CarriedAlert>>,
    /// Boards that somebody made or changed, in their order. Their watchlists are numbers of lists of this export.
    #[serde(default)]
    pub(super) boards: Option<Vec<Board>>,
    /// Names of boards that are there from the start and were deleted.
    #[serde(default)]
    pub(super) deleted_boards: Vec<String>,
    /// What was chosen for every device. The list on the first page is a number of a list of this export.
    #[serde(default, deserialize_with = "no_list")]
    pub(super) settings: Option<Settings>,
    /// Symbols that are followed besides those of the catalogue.
    #[serde(default)]
    pub(super) followed: Vec<String>,
    /// Tickers whose prices a person brought in a file, with these prices: 300,000 bars of all of them at most.
    #[serde(default)]
    pub(super) imported_bars: Vec<CarriedFile>,
}

/// Values that stand in a list would count as those of the fields, in their order.
fn no_list<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Settings>, D::Error> {
    let fields: Option<Map<String, Value>> = Deserialize::deserialize(from)?;
    let settings = fields.map(|fields| serde_json::from_value(Value::Object(fields)));
    settings.transpose().map_err(D::Error::custom)
}

/// A list as it is exported and imported.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CarriedList {
    /// By which boards and settings of the same export name it.
    pub(super) number: u32,
    /// Chosen by the person.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// In the person's order.
    #[serde(default)]
    pub(super) tickers: Vec<Entry>,
}

/// A ticker whose prices came from a file.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CarriedFile {
    /// The ticker.
    pub(super) symbol: String,
    /// Name of the file that was read last.
    pub(super) file: String,
    /// Lengths of the bars that came from files.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub(super) intervals: Vec<Interval>,
    /// The ticker's full name.
    #[serde(default)]
    pub(super) name: String,
    /// What it is, as tickers have it; null in exports of before bars were part of them.
    #[serde(default, rename = "type")]
    #[schema(value_type = Option<String>, pattern = "^(stock|etf|fund|crypto|commodity|index|currency)$")]
    pub(super) kind: Option<TickerKind>,
    /// What its prices are in.
    #[serde(default)]
    #[schema(value_type = String, pattern = "^[A-Z]{3}$")]
    pub(super) currency: Currency,
    /// Digits after the point.
    #[serde(default = "two")]
    #[schema(maximum = 255)]
    pub(super) decimals: u8,
    /// All its bars, by their length (5m, 1h, 1d), ascending: start in seconds since 1970, open, high, low, close, volume. Null where
    /// there are too many.
    #[serde(default)]
    #[schema(value_type = Option<HashMap<String, Vec<Vec<Option<f64>>>>>)]
    pub(super) bars: Option<BTreeMap<Interval, CarriedSeries>>,
}

/// Start, open, high, low, close, volume; no volume where it is unknown.
type CarriedBar = (i64, f64, f64, f64, f64, Option<f64>);

/// Bars of one length, in the order of the file. They are packed as they are read: a file may have half a million of them.
#[derive(Debug, Clone, Default)]
pub(super) struct CarriedSeries(pub(super) PackedBars);

impl Serialize for CarriedSeries {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|bar| -> CarriedBar {
            (
                bar.start,
                bar.open,
                bar.high,
                bar.low,
                bar.close,
                bar.known_volume(),
            )
        }))
    }
}

impl<'de> Deserialize<'de> for CarriedSeries {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Bars;
        impl<'de> Visitor<'de> for Bars {
            type Value = CarriedSeries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of bars")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut bars: A) -> Result<CarriedSeries, A::Error> {
                let mut packed = PackedBars::default();
                while let Some((start, open, high, low, close, volume)) =
                    bars.next_element::<CarriedBar>()?
                {
                    packed.push(Bar {
                        start,
                        open,
                        high,
                        low,
                        close,
                        volume: volume.unwrap_or(Bar::UNKNOWN_VOLUME),
                    });
                }
                Ok(CarriedSeries(packed))
            }
        }
        from.deserialize_seq(Bars)
    }
}

fn two() -> u8 {
    2
}

/// What is done with what is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// It stays; only what is missing comes.
    Merge,
    /// What the file has takes its place.
    Replace,
}

/// What an import changes, or would.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportPlan {
    /// Lists, by name.
    pub(super) watchlists: Changes,
    /// Alerts, by what they wait for.
    pub(super) alerts: Changes,
    /// Boards, by title.
    pub(super) boards: Changes,
    /// Settings, by the names of their fields.
    pub(super) settings: Changes,
    /// Tickers with the prices of files, by symbol.
    pub(super) imported_bars: Changes,
    /// Symbols that are followed from now on because the file names them; in a preview, those that are looked up for it.
    pub(super) followed: Vec<String>,
    /// Symbols that this market does not know: lists and alerts come without them.
    pub(super) unknown: Vec<String>,
    /// What else is left out, and why: a sentence each.
    pub(super) left_out: Vec<String>,
}

/// What becomes of things of one kind.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct Changes {
    /// Those that come.
    pub(super) added: Vec<String>,
    /// Those that are there and become another.
    pub(super) changed: Vec<Changed>,
    /// Those that go.
    pub(super) removed: Vec<String>,
    /// How many of the file are there already, and stay as they are.
    pub(super) same: usize,
}

/// What becomes of something that is there.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Changed {
    /// What it is called.
    pub(super) name: String,
    /// What changes of it, in words; empty where the name says it all.
    pub(super) what: String,
}
