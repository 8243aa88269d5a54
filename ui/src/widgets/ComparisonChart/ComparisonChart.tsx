import { type ReactNode, useMemo, useState } from 'react';
import type { TickerRow, Timeframe } from '~/api/types';
import { ChartFoot } from '~/chart/ChartFoot';
import { useScheme } from '~/chart/palette';
import type { Comparison } from '~/market/comparison';
import { formatPercent, formatPlainPrice, formatQuote } from '~/market/format';
import { rangeLabel } from '~/market/locale';
import classes from './ComparisonChart.module.css';
import { ComparisonStage } from './ComparisonStage';
import { ComparisonTable } from './ComparisonTable';
import { lineColors } from './colors';

interface Props {
  /** Has at least one line. */
  comparison: Comparison;
  /** The compared tickers, for the currencies of their prices. */
  tickers: readonly TickerRow[];
  timeframe: Timeframe;
  /** All symbols compared since the page was opened, so that colors stay when one is removed. */
  known: readonly string[];
  /** The label of the range. */
  name?: string;
  /** A sentence about the conversion of currencies, if there is one. */
  note?: string | undefined;
  /** The currency that a ticker's prices are converted to; undefined for its own. */
  currencyOf?: (ticker: TickerRow) => string | undefined;
  /** At the end of the legend's row. */
  afterLegend?: ReactNode;
}

/** STCK-04: prices rebased to percent, a legend that toggles lines, and a text and table version. */
export function ComparisonChart(props: Props) {
  const { comparison, tickers, timeframe, known, name = rangeLabel(timeframe), note, currencyOf } = props;
  const priceText = (symbol: string, price: number | undefined) => {
    const ticker = tickers.find((each) => each.symbol === symbol);
    if (!ticker) return formatPlainPrice(price, { decimals: 2 });
    const currency = currencyOf?.(ticker) ?? ticker.currency;
    return formatQuote({ ...ticker, currency }, price, ticker.decimals);
  };
  const scheme = useScheme();
  const colorOf = lineColors(known, scheme);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const shown = useMemo(
    () => ({ ...comparison, lines: comparison.lines.filter(({ symbol }) => !hidden.has(symbol)) }),
    [comparison, hidden],
  );
  const toggle = (symbol: string) =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(symbol)) next.add(symbol);
      return next;
    });
  return (
    <div>
      <div className={classes.legendRow}>
        <fieldset className={classes.legend} aria-label="Lines of the chart">
          {comparison.lines.map(({ symbol, percents }) => (
            <button
              key={symbol}
              type="button"
              aria-pressed={!hidden.has(symbol)}
              onClick={() => toggle(symbol)}
            >
              <i style={{ background: colorOf(symbol) }} />
              {symbol}
              <span className="num">{formatPercent(percents.at(-1))}</span>
            </button>
          ))}
        </fieldset>
        {props.afterLegend}
      </div>
      {asTable ? (
        <ComparisonTable comparison={shown} timeframe={timeframe} priceText={priceText} />
      ) : (
        <ComparisonStage comparison={shown} timeframe={timeframe} known={known} priceText={priceText} />
      )}
      <ChartFoot
        sentence={
          <>
            <Sentence comparison={shown} name={name} /> {note}
          </>
        }
        asTable={asTable}
        onShowTableChange={setAsTable}
      />
    </div>
  );
}

/**
 * '1M change, from the last close before the period: AAPL +3.10%, MSFT −1.20%.' The changes are for screen readers only, because the legend
 * shows them.
 */
function Sentence({ comparison: { lines, isFromBefore }, name }: { comparison: Comparison; name: string }) {
  if (lines.length === 0) return 'No line is shown.';
  const changes = lines.map(({ symbol, percents }) => `${symbol} ${formatPercent(percents.at(-1))}`);
  const start = isFromBefore ? 'the last close before the period' : 'the first common date';
  return (
    <>
      {name} change, from {start}
      <span className="visually-hidden">: {changes.join(', ')}</span>.
    </>
  );
}
