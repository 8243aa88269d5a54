//! Finds the columns of a table by their titles.

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
    /// What a position cost in total.
    TotalCost,
    /// Price of all units without fees and taxes, in `GrossCurrency`.
    Gross,
    GrossCurrency,
    /// What a transaction cost or brought in total, with fees and taxes.
    Total,
    Fee,
    Tax,
    /// Stocks, options, currencies…
    AssetClass,
}

const COUNT: usize = Column::AssetClass as usize + 1;

/// The titles of each column, normalized, the preferred ones first. They are those of the exports that `format` names, in
/// the languages that their programs have, and words that people use in files of their own.
const TITLES: [(Column, &[&str]); COUNT] = [
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

/// The positions of the columns, and the titles of all columns.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    positions: [Option<usize>; COUNT],
    titles: Vec<String>,
}

impl Columns {
    pub(super) fn of(header: &StringRecord) -> Self {
        let titles: Vec<String> = header.iter().map(normalize_title).collect();
        let mut positions = [None; COUNT];
        for (column, names) in TITLES {
            let find = |name: &&str| titles.iter().position(|title| title == *name);
            positions[column as usize] = names.iter().find_map(find);
        }
        Self { positions, titles }
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.positions[column as usize].is_some()
    }

    /// Returns true if the file has a column with this normalized title.
    pub(super) fn has_title(&self, title: &str) -> bool {
        self.titles.iter().any(|each| each == title)
    }

    /// Returns true if there is an instrument and a quantity.
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

    /// Returns the cell after that of a column if its title is empty. Degiro writes currencies there.
    pub(super) fn untitled_cell_after<'a>(
        &self,
        row: &'a StringRecord,
        column: Column,
    ) -> Option<&'a str> {
        let index = self.positions[column as usize]? + 1;
        let is_untitled = self.titles.get(index).is_some_and(String::is_empty);
        row.get(index).filter(|_| is_untitled)
    }
}
