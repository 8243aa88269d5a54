import { Link } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { rowClick } from '~/hooks/rowClick';
import { typeName } from '~/market/format';
import { paths } from '~/paths';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Monogram } from '~/widgets/Monogram';
import { Spark } from '~/widgets/Spark';
import classes from './Trending.module.css';

/** The list on a wide screen. */
export function TrendingTable({ rows }: { rows: TickerRow[] }) {
  return (
    <table className={classes.table} aria-label="Trending tickers">
      <thead>
        <tr>
          <th scope="col" aria-label="Rank">
            #
          </th>
          <th scope="col">Name</th>
          <th scope="col" className={classes.roomy}>
            Type
          </th>
          <th scope="col" className={classes.right}>
            Last 7 days
          </th>
          <th scope="col" className={classes.right}>
            Price
          </th>
          <th scope="col" className={classes.right}>
            24h
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((ticker, index) => (
          <tr key={ticker.id} onClick={rowClick}>
            <td className="num">{index + 1}</td>
            <th scope="row">
              <Link to={paths.ticker(ticker.symbol)} className={classes.name}>
                <Monogram of={ticker} />
                <span>
                  <strong>{ticker.symbol}</strong>
                  <span>{ticker.name}</span>
                </span>
              </Link>
            </th>
            <td className={classes.roomy}>{typeName(ticker.type)}</td>
            <td className={classes.spark}>
              <Spark points={ticker.spark} change={ticker.change7d} />
            </td>
            <td className={classes.price}>
              <LivePrice ticker={ticker} />
            </td>
            <td className={classes.right}>
              <LiveChange ticker={ticker} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
