//! The format of exports.

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
    web::api::{alerts::ExportedAlert, watchlists::Entry},
};

/// Identifies a Marketdeck export.
pub(super) const FORMAT: &str = "marketdeck";
/// Version of the format.
pub(super) const VERSION: u32 = 1;

/// All user data: lists, alerts, boards and settings. An import leaves missing (null) parts unchanged.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Export {
    /// `marketdeck`.
    #[schema(pattern = "^marketdeck$")]
    pub(super) format: String,
    /// 1.
    #[schema(minimum = 1, maximum = 1)]
    pub(super) version: u32,
    /// The market it was exported from: `live` or `sample`.
    #[serde(default)]
    pub(super) market: String,
    /// Time of the export.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) exported_at: Option<Timestamp>,
    /// Lists, oldest first.
    #[serde(default)]
    pub(super) watchlists: Option<Vec<ExportedList>>,
    /// Alerts, oldest first, without those of the sample market and without their reports.
    #[serde(default)]
    pub(super) alerts: Option<Vec<ExportedAlert>>,
    /// Created or changed boards, in order. Their watchlists are numbers of lists in this export.
    #[serde(default)]
    pub(super) boards: Option<Vec<Board>>,
    /// Names of deleted built-in boards.
    #[serde(default)]
    pub(super) deleted_boards: Vec<String>,
    /// Settings shared by all devices. The list on the first page is the number of a list in this export.
    #[serde(default, deserialize_with = "no_list")]
    pub(super) settings: Option<Settings>,
    /// Followed symbols that are not in the catalog.
    #[serde(default)]
    pub(super) followed: Vec<String>,
    /// Tickers with prices imported from files, and these prices: at most 300,000 bars in total.
    #[serde(default)]
    pub(super) imported_bars: Vec<ExportedFile>,
}

/// Refuses a JSON array, whose elements would otherwise be read as the fields in order.
fn no_list<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Settings>, D::Error> {
    let fields: Option<Map<String, Value>> = Deserialize::deserialize(from)?;
    let settings = fields.map(|fields| serde_json::from_value(Value::Object(fields)));
    settings.transpose().map_err(D::Error::custom)
}

/// A list in an export file.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportedList {
    /// Number that boards and settings of this export refer to.
    pub(super) number: u32,
    /// The name chosen by the user.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// Entries in the user's order.
    #[serde(default)]
    pub(super) tickers: Vec<Entry>,
}

/// A ticker with prices imported from a file, in an export.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedFile {
    /// The ticker's symbol.
    pub(super) symbol: String,
    /// Name of the last imported file.
    pub(super) file: String,
    /// Intervals of the imported bars.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub(super) intervals: Vec<Interval>,
    /// The ticker's full name.
    #[serde(default)]
    pub(super) name: String,
    /// Type of the ticker; null in exports of versions without bars.
    #[serde(default, rename = "type")]
    #[schema(value_type = Option<String>, pattern = "^(stock|etf|fund|crypto|commodity|index|currency)$")]
    pub(super) kind: Option<TickerKind>,
    /// ISO code of its prices' currency.
    #[serde(default)]
    #[schema(value_type = String, pattern = "^[A-Z]{3}$")]
    pub(super) currency: Currency,
    /// Decimal places.
    #[serde(default = "two")]
    #[schema(maximum = 255)]
    pub(super) decimals: u8,
    /// All its bars by interval (5m, 1h, 1d), ascending: start in seconds since 1970, open, high, low, close, volume. Null if there are
    /// too many.
    #[serde(default)]
    #[schema(value_type = Option<HashMap<String, Vec<Vec<Option<f64>>>>>)]
    pub(super) bars: Option<BTreeMap<Interval, ExportedSeries>>,
}

/// Start, open, high, low, close, volume (if known).
type ExportedBar = (i64, f64, f64, f64, f64, Option<f64>);

/// Bars of one interval, in the order of the file. They are packed while being read: a file may have half a million.
#[derive(Debug, Clone, Default)]
pub(super) struct ExportedSeries(pub(super) PackedBars);

impl Serialize for ExportedSeries {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|bar| -> ExportedBar {
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

impl<'de> Deserialize<'de> for ExportedSeries {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Bars;
        impl<'de> Visitor<'de> for Bars {
            type Value = ExportedSeries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of bars")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut bars: A) -> Result<ExportedSeries, A::Error> {
                let mut packed = PackedBars::default();
                while let Some((start, open, high, low, close, volume)) =
                    bars.next_element::<ExportedBar>()?
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
                Ok(ExportedSeries(packed))
            }
        }
        from.deserialize_seq(Bars)
    }
}

fn two() -> u8 {
    2
}

/// How an import treats existing data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Existing data stays; only what is missing is added.
    Merge,
    /// Existing data is replaced.
    Replace,
}

/// What an import changes, or would change.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportPlan {
    /// Lists, by name.
    pub(super) watchlists: Changes,
    /// Alerts, by description.
    pub(super) alerts: Changes,
    /// Boards, by title.
    pub(super) boards: Changes,
    /// Settings, by the names of their fields.
    pub(super) settings: Changes,
    /// Tickers with prices from files, by symbol.
    pub(super) imported_bars: Changes,
    /// Symbols that are followed from now on because the file names them; in a preview, those that are looked up for it.
    pub(super) followed: Vec<String>,
    /// Symbols that this market does not know: lists and alerts are imported without them.
    pub(super) unknown: Vec<String>,
    /// Other parts that are left out, and why, in one sentence each.
    pub(super) left_out: Vec<String>,
}

/// Changes to one kind of data.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct Changes {
    /// What is added.
    pub(super) added: Vec<String>,
    /// What is changed.
    pub(super) changed: Vec<Changed>,
    /// What is removed.
    pub(super) removed: Vec<String>,
    /// Number of items in the file that exist already and stay unchanged.
    pub(super) same: usize,
}

/// A change to something that exists.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Changed {
    /// Its name.
    pub(super) name: String,
    /// Description of the change; may be empty.
    pub(super) what: String,
}
