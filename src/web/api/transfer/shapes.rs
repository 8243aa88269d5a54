//! The format of export files, and the description of an import.

use std::{collections::BTreeMap, fmt};

use jiff::{Timestamp, civil::Date};
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
        chart_layout::ChartLayout,
        currency::Currency,
        drawing::{DrawingPoint, DrawingTool},
        identity::{Figi, Isin, valid_or_none},
        packed_bars::PackedBars,
        quotation::Quotation,
        settings::Settings,
        ticker::TickerKind,
    },
    web::api::{alerts::ExportedAlert, shapes::PriceUnit, watchlists::Entry},
};

/// Value of `format` in every export.
pub(super) const FORMAT: &str = "marketdeck";
/// Version of the export format that this server writes and reads.
pub(super) const VERSION: u32 = 1;

/// All user data: lists, alerts, boards, notes, drawings, chart layouts, settings, and prices imported from files. An import does not change data of a kind that is missing or
/// null in the file.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Export {
    /// Always `marketdeck`.
    #[schema(pattern = "^marketdeck$")]
    pub(super) format: String,
    /// Version of the format: 1.
    #[schema(minimum = 1, maximum = 1)]
    pub(super) version: u32,
    /// Market of the server that wrote the export: `live` or `sample`.
    #[serde(default)]
    pub(super) market: String,
    /// Time of the export.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) exported_at: Option<Timestamp>,
    /// Lists, oldest first.
    #[serde(default)]
    pub(super) watchlists: Option<Vec<ExportedList>>,
    /// Saved screens, oldest first. A screen of a watchlist refers to the number of a list in this export.
    #[serde(default)]
    pub(super) screens: Option<Vec<ExportedScreen>>,
    /// Notes on tickers, oldest first.
    #[serde(default)]
    pub(super) notes: Option<Vec<ExportedNote>>,
    /// Drawings on price charts, oldest first.
    #[serde(default)]
    pub(super) drawings: Option<Vec<ExportedDrawing>>,
    /// Chart layouts sorted by name.
    #[serde(default)]
    pub(super) chart_layouts: Option<Vec<ChartLayout>>,
    /// Alerts, oldest first, without their reports and without the sample market's alerts.
    #[serde(default)]
    pub(super) alerts: Option<Vec<ExportedAlert>>,
    /// Created or changed boards, in the user's order. Their watchlists are numbers of lists in this export.
    #[serde(default)]
    pub(super) boards: Option<Vec<Board>>,
    /// Names of deleted built-in boards.
    #[serde(default)]
    pub(super) deleted_boards: Vec<String>,
    /// Settings shared by all devices. `homeList` is the number of a list in this export.
    #[serde(default, deserialize_with = "settings_object")]
    pub(super) settings: Option<Settings>,
    /// Followed symbols that are not in the built-in catalog.
    #[serde(default)]
    pub(super) followed: Vec<String>,
    /// Tickers with prices imported from files, and the prices: at most 300,000 bars in total.
    #[serde(default)]
    pub(super) imported_bars: Vec<ExportedFile>,
}

/// Deserializes settings from a JSON object. Rejects an array, whose elements serde would otherwise read as the fields in order.
fn settings_object<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Settings>, D::Error> {
    let fields: Option<Map<String, Value>> = Deserialize::deserialize(from)?;
    let settings = fields.map(|fields| serde_json::from_value(Value::Object(fields)));
    settings.transpose().map_err(D::Error::custom)
}

/// A watchlist in an export.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportedList {
    /// Number by which boards, alerts and settings of this export refer to the list.
    pub(super) number: u32,
    /// The name chosen by the user.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// Entries in the user's order.
    #[serde(default)]
    pub(super) tickers: Vec<Entry>,
}

/// A saved screen in an export.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportedScreen {
    /// Number by which alerts of this export refer to the screen.
    pub(super) number: u32,
    /// The name chosen by the user.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// Query parameters of `/api/screener`; `list` is the number of a list in this export.
    #[serde(default)]
    pub(super) query: String,
}

/// A note on a ticker in an export.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ExportedNote {
    /// Symbol of the ticker.
    pub(super) symbol: String,
    /// The day that the note is about.
    #[schema(value_type = String, format = Date)]
    pub(super) date: Date,
    /// The text.
    #[schema(min_length = 1, max_length = 2000)]
    pub(super) text: String,
    /// When the note was written; default: the time of the import.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) created_at: Option<Timestamp>,
    /// When the note was last changed; default: `createdAt`.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) changed_at: Option<Timestamp>,
}

/// A drawing on the price charts of a ticker in an export.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ExportedDrawing {
    /// Symbol of the ticker.
    pub(super) symbol: String,
    /// The kind of drawing.
    pub(super) tool: DrawingTool,
    /// One point for a level, two for the others; prices are adjusted for splits up to `changedAt`.
    #[schema(min_items = 1, max_items = 2)]
    pub(super) points: Vec<DrawingPoint>,
    /// When the drawing was created; default: the time of the import.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) created_at: Option<Timestamp>,
    /// When the drawing was last moved; default: `createdAt`. Splits since then adjust the prices.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) changed_at: Option<Timestamp>,
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
    /// Type of the ticker; null in exports of older versions, which had no bars.
    #[serde(default, rename = "type")]
    #[schema(value_type = Option<String>, pattern = "^(stock|etf|fund|crypto|commodity|index|currency|bond)$")]
    pub(super) kind: Option<TickerKind>,
    /// ISO code of the currency of the prices.
    #[serde(default)]
    #[schema(value_type = String, pattern = "^[A-Z]{3}$")]
    pub(super) currency: Currency,
    /// The unit of the prices; missing for prices in money.
    #[serde(default, skip_serializing_if = "Quotation::is_currency")]
    #[schema(value_type = PriceUnit)]
    pub(super) price_unit: Quotation,
    /// Nominal value of one bond; missing if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) par_value: Option<f64>,
    /// ISIN of the instrument; null if unknown.
    #[serde(default, deserialize_with = "valid_or_none")]
    #[schema(value_type = Option<String>)]
    pub(super) isin: Option<Isin>,
    /// FIGI of the listing; null if unknown.
    #[serde(default, deserialize_with = "valid_or_none")]
    #[schema(value_type = Option<String>)]
    pub(super) figi: Option<Figi>,
    /// Decimal places of the displayed prices.
    #[serde(default = "default_decimals")]
    #[schema(maximum = 255)]
    pub(super) decimals: u8,
    /// The bars by interval (5m, 1h, 1d), ascending. Each bar is an array: start in Unix seconds, open, high, low, close, volume (null if
    /// unknown). Null if the export would have too many bars.
    #[serde(default)]
    #[schema(value_type = Option<HashMap<String, Vec<Vec<Option<f64>>>>>)]
    pub(super) bars: Option<BTreeMap<Interval, ExportedSeries>>,
}

/// A bar in an export: start in Unix seconds, open, high, low, close, volume (if known).
type ExportedBar = (i64, f64, f64, f64, f64, Option<f64>);

/// Bars of one interval, in the order of the file. They are compressed while the file is read, which may contain half a million bars.
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

fn default_decimals() -> u8 {
    2
}

/// How an import treats existing data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Existing data stays, and missing data is added.
    Merge,
    /// The data in the file replaces existing data.
    Replace,
}

/// The changes that an import makes or would make.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportPlan {
    /// Changes to lists, by name.
    pub(super) watchlists: Changes,
    /// Changes to alerts, by description.
    pub(super) alerts: Changes,
    /// Changes to boards, by title.
    pub(super) boards: Changes,
    /// Changes to saved screens, by name.
    pub(super) screens: Changes,
    /// Changes to notes, by symbol, day and the beginning of the text.
    pub(super) notes: Changes,
    /// Changes to drawings, by symbol, kind and price.
    pub(super) drawings: Changes,
    /// Changes to chart layouts, by title.
    pub(super) chart_layouts: Changes,
    /// Changes to settings, by field name.
    pub(super) settings: Changes,
    /// Changes to tickers with prices imported from files, by symbol.
    pub(super) imported_bars: Changes,
    /// Symbols that the import follows; in a preview, symbols that the import would look up and follow.
    pub(super) followed: Vec<String>,
    /// Symbols that this market does not have: lists are imported without these tickers, and alerts on them are left out.
    pub(super) unknown: Vec<String>,
    /// Other data that is left out, with the reason: one sentence each.
    pub(super) left_out: Vec<String>,
}

/// Changes to one kind of data.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct Changes {
    /// Names of the items that are added.
    pub(super) added: Vec<String>,
    /// Items that are changed.
    pub(super) changed: Vec<ItemChange>,
    /// Names of the items that are removed.
    pub(super) removed: Vec<String>,
    /// Number of items in the file that exist already and do not change.
    pub(super) same: usize,
}

/// A change to an existing item.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ItemChange {
    /// Name of the item.
    pub(super) name: String,
    /// Description of the change; may be empty.
    pub(super) what: String,
}
