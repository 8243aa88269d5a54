//! Concepts of financial reports, and the XBRL tags that filers use for each.
//!
//! The tags come from the taxonomies `us-gaap` (<https://xbrl.fasb.org/>), `ifrs-full` (<https://www.ifrs.org/>) and
//! `dei` (<https://xbrl.sec.gov/dei/>).

/// A concept of a financial report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Concept {
    /// Total revenue of a period.
    Revenue,
    /// Net income of a period, attributable to the shareholders.
    NetIncome,
    /// Diluted earnings per share of a period.
    DilutedEps,
    /// Net cash from operating activities of a period.
    OperatingCashFlow,
    /// Payments for property, plant and equipment in a period.
    CapitalExpenditure,
    /// Shareholders' equity on a day.
    Equity,
    /// Number of shares outstanding on a day.
    Shares,
}

/// The taxonomies whose tags are read, as named in the SEC's company facts.
pub const TAXONOMIES: [&str; 3] = ["us-gaap", "ifrs-full", "dei"];

/// The tags of a concept, preferred first. The first is used if a report has several of them.
const TAGS: [(Concept, &[&str]); 7] = [
    (
        Concept::Revenue,
        &[
            // The total. A filer with other revenue (leases, interest) states its contract revenue as well.
            "us-gaap/Revenues",
            "us-gaap/RevenueFromContractWithCustomerExcludingAssessedTax",
            "us-gaap/SalesRevenueNet",
            "us-gaap/RevenueFromContractWithCustomerIncludingAssessedTax",
            "us-gaap/RevenuesNetOfInterestExpense",
            "us-gaap/SalesRevenueGoodsNet",
            "us-gaap/SalesRevenueServicesNet",
            "us-gaap/RegulatedAndUnregulatedOperatingRevenue",
            "us-gaap/RealEstateRevenueNet",
            "ifrs-full/Revenue",
            "ifrs-full/RevenueFromContractsWithCustomers",
        ],
    ),
    (
        Concept::NetIncome,
        &[
            "us-gaap/NetIncomeLoss",
            "us-gaap/ProfitLoss",
            "us-gaap/NetIncomeLossAvailableToCommonStockholdersBasic",
            "ifrs-full/ProfitLossAttributableToOwnersOfParent",
            "ifrs-full/ProfitLoss",
        ],
    ),
    (
        Concept::DilutedEps,
        &[
            "us-gaap/EarningsPerShareDiluted",
            "us-gaap/EarningsPerShareBasicAndDiluted",
            "ifrs-full/DilutedEarningsLossPerShare",
            "ifrs-full/BasicAndDilutedEarningsLossPerShare",
        ],
    ),
    (
        Concept::OperatingCashFlow,
        &[
            "us-gaap/NetCashProvidedByUsedInOperatingActivities",
            "us-gaap/NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
            "ifrs-full/CashFlowsFromUsedInOperatingActivities",
            "ifrs-full/CashFlowsFromUsedInOperatingActivitiesContinuingOperations",
        ],
    ),
    (
        Concept::CapitalExpenditure,
        &[
            "us-gaap/PaymentsToAcquirePropertyPlantAndEquipment",
            "us-gaap/PaymentsToAcquireProductiveAssets",
            "us-gaap/PaymentsToAcquireOtherPropertyPlantAndEquipment",
            "us-gaap/PaymentsForCapitalImprovements",
            "ifrs-full/PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
            "ifrs-full/PurchaseOfPropertyPlantAndEquipmentIntangibleAssetsOtherThanGoodwillInvestmentPropertyAndOtherNoncurrentAssets",
        ],
    ),
    (
        Concept::Equity,
        &[
            "us-gaap/StockholdersEquity",
            "us-gaap/StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
            "us-gaap/PartnersCapital",
            "us-gaap/MembersEquity",
            "ifrs-full/EquityAttributableToOwnersOfParent",
            "ifrs-full/Equity",
        ],
    ),
    (
        Concept::Shares,
        &[
            "dei/EntityCommonStockSharesOutstanding",
            "us-gaap/CommonStockSharesOutstanding",
            "ifrs-full/NumberOfSharesOutstanding",
        ],
    ),
];

impl Concept {
    /// Returns the concept of a tag and the tag's rank among the tags of that concept (0 is preferred); `None` for tags
    /// that are not read.
    pub fn of_tag(taxonomy: &str, tag: &str) -> Option<(Self, u8)> {
        let is_tag = |name: &&str| name.split_once('/') == Some((taxonomy, tag));
        TAGS.iter().find_map(|(concept, tags)| {
            let rank = tags.iter().position(is_tag)?;
            Some((*concept, u8::try_from(rank).unwrap_or(u8::MAX)))
        })
    }

    /// Returns true if the concept has a value on a day, and not over a period.
    pub fn is_instant(self) -> bool {
        matches!(self, Self::Equity | Self::Shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_all_taxonomies_have_a_concept_and_a_rank() {
        let concept_of = Concept::of_tag;
        assert_eq!(
            concept_of("us-gaap", "Revenues"),
            Some((Concept::Revenue, 0))
        );
        let contracts = "RevenueFromContractWithCustomerExcludingAssessedTax";
        assert_eq!(
            concept_of("us-gaap", contracts),
            Some((Concept::Revenue, 1))
        );
        assert_eq!(
            concept_of("us-gaap", "SalesRevenueNet"),
            Some((Concept::Revenue, 2))
        );
        assert_eq!(
            concept_of("ifrs-full", "Revenue").map(|(concept, _)| concept),
            Some(Concept::Revenue)
        );
        let shares = concept_of("dei", "EntityCommonStockSharesOutstanding");
        assert_eq!(shares, Some((Concept::Shares, 0)));
        assert_eq!(concept_of("ifrs-full", "Revenues"), None);
        assert_eq!(concept_of("us-gaap", "Assets"), None);
    }
}
