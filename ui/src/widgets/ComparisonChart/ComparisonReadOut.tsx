import type { ComparedLine } from '~/market/comparison';
import { formatPercent, formatPrice } from '~/market/format';
import type { Scheme } from '../PriceChart/colours';
import readOut from '../PriceChart/ReadOut.module.css';
import { lineColour } from './colours';

interface Props {
  time: string;
  lines: readonly ComparedLine[];
  at: number;
  /** Of the ground it lies on: a tooltip is dark in both schemes. */
  ground: Scheme;
}

/** The moment, and every line's change and price then. */
export function ComparisonReadOut({ time, lines, at, ground }: Props) {
  return (
    <>
      <span className={readOut.time}>{time}</span>
      <ul className={readOut.readings}>
        {lines.map(({ symbol, percents, prices }) => (
          <li key={symbol}>
            <span className={readOut.swatch} style={{ background: lineColour(symbol, ground) }} />
            <span className={readOut.name}>
              {symbol} {formatPrice(prices[at])}
            </span>
            <span className={`num ${readOut.value}`}>{formatPercent(percents[at])}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
