//! Figures of a ticker's page, from a year of daily bars.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        bar::{Bar, Interval},
        quote::Quote,
        ticker::TickerId,
    },
    web::{AppState, api::history::stored::stored, http::error::Result},
};

const DAY: i64 = 86_400;

/// Prices in US dollars; `None` where too little is known.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Statistics {
    /// Highest price of the session or 24 hours.
    day_high: Option<f64>,
    /// Lowest price of the session or 24 hours.
    day_low: Option<f64>,
    /// Highest price in seven days.
    week_high: Option<f64>,
    /// Lowest price in seven days.
    week_low: Option<f64>,
    /// Highest price in 52 weeks.
    year_high: Option<f64>,
    /// Lowest price in 52 weeks.
    year_low: Option<f64>,
    /// Highest price ever, where a source tells it.
    all_time_high: Option<f64>,
    /// Mean of the last 50 daily closes.
    average50d: Option<f64>,
    /// Standard deviation of the last 30 daily returns, percent.
    volatility30d: Option<f64>,
}

impl Statistics {
    /// Reads what is needed of `id` and computes.
    pub(crate) async fn read(state: &AppState, id: TickerId) -> Result<Self> {
        let (quote, last) = {
            let market = state.market.read();
            (
                market.get(id).and_then(|listing| listing.quote.clone()),
                market.last_bar(id, Interval::Day),
            )
        };
        let Some(last) = last else {
            return Ok(Self::of(&[], quote.as_ref()));
        };
        let bars = stored(state, id, Interval::Day, last - 365 * DAY..last + DAY).await?;
        Ok(Self::of(&bars, quote.as_ref()))
    }

    fn of(bars: &[Bar], quote: Option<&Quote>) -> Self {
        // The price's own time ends every range: bars from years before a lone new price are no
        // part of its week.
        let end = bars.last().map_or(0, |last| last.start);
        let end = quote.map_or(end, |quote| end.max(quote.as_of.as_second()));
        let since = |days: i64| {
            let from = bars.partition_point(|bar| bar.start <= end - days * DAY);
            &bars[from..]
        };
        let (week, year) = (since(7), since(366));
        // What the source says wins; but no range may exclude the price shown beside it.
        let price = quote.map(|quote| quote.price);
        let high = |bars: &[Bar], told: Option<f64>| {
            bars.iter()
                .map(|bar| bar.high)
                .chain(told)
                .chain(price)
                .reduce(f64::max)
        };
        let low = |bars: &[Bar], told: Option<f64>| {
            bars.iter()
                .map(|bar| bar.low)
                .chain(told)
                .chain(price)
                .reduce(f64::min)
        };
        let told = |pick: fn(&Quote) -> Option<f64>| quote.and_then(pick);
        Self {
            day_high: told(|quote| quote.day_high),
            day_low: told(|quote| quote.day_low),
            week_high: high(week, None),
            week_low: low(week, None),
            year_high: high(year, told(|quote| quote.year_high)),
            year_low: low(year, told(|quote| quote.year_low)),
            all_time_high: told(|quote| quote.all_time_high),
            average50d: average(bars, 50),
            volatility30d: volatility(bars, 30),
        }
    }
}

fn average(bars: &[Bar], count: usize) -> Option<f64> {
    let last = bars.len().checked_sub(count).map(|from| &bars[from..])?;
    Some(last.iter().map(|bar| bar.close).sum::<f64>() / count as f64)
}

/// Sample standard deviation of the last `count` daily returns, in percent.
fn volatility(bars: &[Bar], count: usize) -> Option<f64> {
    let last = bars
        .len()
        .checked_sub(count + 1)
        .map(|from| &bars[from..])?;
    let returns: Vec<f64> = last
        .windows(2)
        .map(|pair| (pair[1].close / pair[0].close - 1.0) * 100.0)
        .collect();
    let mean = returns.iter().sum::<f64>() / count as f64;
    let variance = returns.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (count - 1) as f64;
    Some(variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closes(closes: &[f64]) -> Vec<Bar> {
        let bar = |(at, close): (usize, &f64)| Bar {
            start: i64::try_from(at).unwrap_or_default() * DAY,
            open: *close,
            high: close + 1.0,
            low: close - 1.0,
            close: *close,
            volume: 0.0,
        };
        closes.iter().enumerate().map(bar).collect()
    }

    #[test]
    fn the_week_is_the_last_seven_days() {
        let bars = closes(&[100.0, 1.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0]);
        let statistics = Statistics::of(&bars, None);
        assert_eq!(
            (statistics.week_low, statistics.week_high),
            (Some(9.0), Some(17.0))
        );
        assert_eq!(statistics.year_high, Some(101.0));
    }

    #[test]
    fn bars_from_years_before_a_new_price_are_no_part_of_its_ranges() {
        let quote = Quote {
            id: TickerId(1),
            price: 50.0,
            as_of: jiff::Timestamp::from_second(2_000 * DAY).unwrap(),
            source: "test".to_owned(),
            previous_close: None,
            change_24h: None,
            change_7d: None,
            market_cap: None,
            volume_24h: None,
            day_high: None,
            day_low: None,
            year_high: Some(60.0),
            year_low: None,
            all_time_high: None,
        };
        let statistics = Statistics::of(&closes(&[10.0, 11.0]), Some(&quote));
        assert_eq!(
            (statistics.week_low, statistics.year_low),
            (Some(50.0), Some(50.0))
        );
        assert_eq!(statistics.year_high, Some(60.0));
    }

    #[test]
    fn too_few_bars_are_an_unknown_figure() {
        let statistics = Statistics::of(&closes(&[1.0; 30]), None);
        assert_eq!(
            (statistics.average50d, statistics.volatility30d),
            (None, None)
        );
    }

    #[test]
    fn volatility_is_the_sample_deviation_of_daily_returns() {
        let mut prices = vec![100.0];
        for day in 0..30 {
            let factor = if day % 2 == 0 { 1.01 } else { 0.99 };
            prices.push(prices[day] * factor);
        }
        // Returns alternate between +1 % and −1 %: s² = Σ1 ÷ 29.
        let expected = (30.0_f64 / 29.0).sqrt();
        let found = Statistics::of(&closes(&prices), None)
            .volatility30d
            .unwrap();
        assert!((found - expected).abs() < 1e-9, "{found}");
    }
}
