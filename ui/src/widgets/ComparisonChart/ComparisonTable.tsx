import type { Timeframe } from '~/api/types';
import { pointTime } from '~/market/chartTime';
import type { Comparison } from '~/market/comparison';
import { formatPercent, formatPrice } from '~/market/format';
import chart from '../PriceChart/PriceChart.module.css';

interface Props {
  comparison: Comparison;
  timeframe: Timeframe;
}

/** The chart in figures, newest first. */
export function ComparisonTable({ comparison: { times, lines }, timeframe }: Props) {
  const rows = times.map((time, index) => ({ time, index })).reverse();
  return (
    <section className={chart.tableScroll} tabIndex={0} aria-label="Changes and prices of the chart">
      <table className={chart.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {lines.map(({ symbol }) => (
              <th key={symbol} scope="col">
                {symbol}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, index }) => (
            <tr key={time}>
              <th scope="row">{pointTime(time, timeframe)}</th>
              {lines.map(({ symbol, percents, prices }) => (
                <td key={symbol} className="num">
                  {formatPercent(percents[index])} ({formatPrice(prices[index])})
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
