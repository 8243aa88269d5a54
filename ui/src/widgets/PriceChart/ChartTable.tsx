import type { Timeframe } from '~/api/types';
import type { ChartPoint } from '~/market/chartSeries';
import { pointTime } from '~/market/chartTime';
import { formatNumber } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/compute';
import classes from './PriceChart.module.css';

interface Props {
  points: readonly ChartPoint[];
  timeframe: Timeframe;
  indicators: readonly ComputedIndicator[];
  priceText: (price: number) => string;
}

/** The chart in figures, newest first. */
export function ChartTable({ points, timeframe, indicators, priceText }: Props) {
  const columns = indicators.flatMap(({ lines }) => lines);
  const rows = points.map((point, index) => ({ point, index })).reverse();
  return (
    <section className={classes.tableScroll} tabIndex={0} aria-label="Prices of the chart">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Price</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ point, index }) => (
            <tr key={point.timestamp}>
              <th scope="row">{pointTime(point.timestamp, timeframe)}</th>
              <td className="num">{priceText(point.price)}</td>
              {columns.map(({ name, values }) => (
                <td key={name} className="num">
                  {formatNumber(values[index], 2)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
