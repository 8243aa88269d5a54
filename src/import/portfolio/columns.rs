//! Finds the columns of a table by their headers.

use csv::StringRecord;

use crate::import::reader::normalize_title;

/// A column that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Symbol,
    Isin,
    Wkn,
    Name,
    Date,
    Action,
    Quantity,
    /// Price of a unit.
    Price,
    PriceCurrency,
    /// Average cost of a unit of a position.
    AverageCost,
    /// Total cost of a position.
    TotalCost,
    /// Price of all units without fees and taxes, in `GrossCurrency`.
    Gross,
    GrossCurrency,
    /// Total amount paid or received in a transaction, including fees and taxes.
    Total,
    Fee,
    Tax,
    /// Stocks, options, currencies…
    AssetClass,
}

const COUNT: usize = Column::AssetClass as usize + 1;

/// The normalized headers of each column, the preferred ones first: those of the programs that `format` recognizes, in all their
/// languages, and words that people use in their own files.
const HEADERS: [(Column, &[&str]); COUNT] = [
    (
        Column::Symbol,
        &[
            "symbol",
            "tickersymbol",
            "ticker",
            "code",
            "symbole",
            "kuerzel",
            "instrument",
            "securitysymbol",
        ],
    ),
    (Column::Isin, &["isin", "isincode", "securityid"]),
    (Column::Wkn, &["wkn"]),
    (
        Column::Name,
        &[
            "securityname",
            "wertpapiername",
            "name",
            "product",
            "produkt",
            "produit",
            "description",
            "wertpapier",
            "security",
            "company",
        ],
    ),
    (
        Column::Date,
        &[
            "tradedate",
            "purchasedate",
            "datetime",
            "rundate",
            "date",
            "datum",
            "time",
            "fecha",
            "data",
            "dateacquired",
            "kaufdatum",
        ],
    ),
    (
        Column::Action,
        &[
            "transactiontype",
            "activitytype",
            "action",
            "buysell",
            "type",
            "typ",
            "side",
            "transaction",
            "art",
        ],
    ),
    (
        Column::Quantity,
        &[
            "quantity",
            "qtyquantity",
            "qty",
            "noofshares",
            "shares",
            "units",
            "stueck",
            "anzahl",
            "aantal",
            "quantite",
            "cantidad",
            "quantita",
            "menge",
            "nominale",
            "anteile",
        ],
    ),
    (
        Column::Price,
        &[
            "purchaseprice",
            "unitprice",
            "tradeprice",
            "tprice",
            "priceshare",
            "pricepershare",
            "kaufkurs",
            "price",
            "kurs",
            "koers",
            "cours",
            "precio",
            "prezzo",
        ],
    ),
    (
        Column::PriceCurrency,
        &[
            "currencypriceshare",
            "currencyprimary",
            "currency",
            "waehrung",
            "devise",
            "valuta",
            "transactioncurrency",
            "buchungswaehrung",
        ],
    ),
    (
        Column::AverageCost,
        &[
            "averagecostbasis",
            "averagecost",
            "avgcost",
            "averageprice",
            "avgprice",
            "costpershare",
            "costshare",
            "unitcost",
            "cost",
            "einstandskurs",
            "einstand",
            "kostenprosueck",
            "gak",
            "pru",
        ],
    ),
    (
        Column::TotalCost,
        &[
            "costbasistotal",
            "costbasis",
            "totalcost",
            "invested",
            "einstandswert",
            "kaufwert",
        ],
    ),
    (Column::Gross, &["grossamount", "bruttobetrag"]),
    (
        Column::GrossCurrency,
        &["currencygrossamount", "waehrungbruttobetrag"],
    ),
    (Column::Total, &["value", "wert", "amount", "betrag"]),
    (
        Column::Fee,
        &[
            "commission",
            "ibcommission",
            "commfee",
            "feescomm",
            "commissions",
            "transactionandorthirdpartyfees",
            "transactioncosts",
            "transactionandorthird",
            "transactiekostenenofkostenvanderden",
            "transactiekostenenof",
            "transaktionsgebuehrenundodergebuehrenvondritten",
            "gebuehr",
            "gebuehren",
            "fraisdetransaction",
            "fees",
            "fee",
            "kosten",
        ],
    ),
    (Column::Tax, &["taxes", "steuern", "tax"]),
    (
        Column::AssetClass,
        &["assetcategory", "assetclass", "securitytype"],
    ),
];

/// The positions of the known columns, and the headers of all columns.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    positions: [Option<usize>; COUNT],
    headers: Vec<String>,
}

impl Columns {
    pub(super) fn of(header_row: &StringRecord) -> Self {
        let headers: Vec<String> = header_row.iter().map(normalize_title).collect();
        let mut positions = [None; COUNT];
        for (column, names) in HEADERS {
            let find = |name: &&str| headers.iter().position(|header| header == *name);
            positions[column as usize] = names.iter().find_map(find);
        }
        Self { positions, headers }
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.positions[column as usize].is_some()
    }

    /// Returns true if the file has a column with this normalized header.
    pub(super) fn has_header(&self, header: &str) -> bool {
        self.headers.iter().any(|known| known == header)
    }

    /// Returns true if there are columns for an instrument and a quantity.
    pub(super) fn is_complete(&self) -> bool {
        let names_instrument = [Column::Symbol, Column::Isin, Column::Wkn]
            .into_iter()
            .any(|column| self.has(column));
        names_instrument && self.has(Column::Quantity)
    }

    /// Returns true if the rows are positions, whose price is today's and not the amount paid.
    pub(super) fn are_positions(&self) -> bool {
        (self.has(Column::TotalCost) || self.has(Column::AverageCost)) && !self.has(Column::Date)
    }

    /// Returns the cell of a column; empty if there is no such column.
    pub(super) fn cell<'a>(&self, row: &'a StringRecord, column: Column) -> &'a str {
        let index = self.positions[column as usize];
        index.and_then(|index| row.get(index)).unwrap_or_default()
    }

    /// Returns the cell after that of a column if it has no header. Degiro writes currencies in columns without a header.
    pub(super) fn cell_after_without_header<'a>(
        &self,
        row: &'a StringRecord,
        column: Column,
    ) -> Option<&'a str> {
        let index = self.positions[column as usize]? + 1;
        let has_no_header = self.headers.get(index).is_some_and(String::is_empty);
        row.get(index).filter(|_| has_no_header)
    }
}
