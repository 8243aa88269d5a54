import { memo } from 'react';
import { Link } from '~/components/Link';
import { useQuote } from '~/live/useQuote';
import { directionOf, formatPercent, formatQuote } from '~/market/format';
import { shortName } from '~/market/shortName';
import type { Rect } from '~/market/treemap';
import { paths } from '~/paths';
import { placeOf } from './boxStyle';
import heat from './heat.module.css';
import type { HeatItem } from './item';
import classes from './Map.module.css';
import { changeOver, PERIOD_WORDS, type Period } from './periods';
import { type Scale, stepOf } from './scale';
import { fitTile, type TileText } from './tileText';

interface Props {
  item: HeatItem;
  /** In rem. */
  box: Rect;
  period: Period;
  scale: Scale;
  /** Enlarges text that has room. */
  boost: number;
  /** The only tile reached by Tab. */
  isTabStop: boolean;
  /** The id of the hover card while it is shown. */
  card: string | undefined;
}

/** A tile with its own subscription to a live quote, so that a tick renders a single tile. */
export const HeatTile = memo(function HeatTile({ item, box, period, scale, boost, isTabStop, card }: Props) {
  const { row } = item;
  const quote = useQuote(row, ({ price, change24h, change7d }) => ({ price, change24h, change7d }));
  const value = changeOver(quote, period, item.closes);
  const direction = directionOf(value);
  const step = stepOf(value, scale);
  const change = formatPercent(value);
  const price = formatQuote(row, quote.price, row.decimals);
  const texts = {
    name: (boost > 1 && BRIEF[row.symbol]) || nameOf(row),
    symbol: row.symbol,
    isCode: row.type === 'commodity',
    price,
    change,
    arrow: direction !== 'flat',
  };
  const text = fitTile(box.width, box.height, texts, boost);
  return (
    <li className={classes.cell} style={placeOf(box)}>
      <Link
        to={paths.ticker(row.symbol)}
        className={`${classes.tile} ${heat.step}`}
        tabIndex={isTabStop ? 0 : -1}
        data-tile={row.id}
        data-direction={step > 0 ? direction : 'flat'}
        data-step={step}
        aria-describedby={card}
        draggable={false}
      >
        {text && <Words text={text} change={change} price={price} direction={direction} />}
        <span className="visually-hidden">
          {`${row.name} (${row.symbol}), ${price}, ${change} ${PERIOD_WORDS[period]}`}
        </span>
      </Link>
    </li>
  );
});

/** Short trade names for names too long for a phone's tiles, so that a strip shows names rather than codes. */
const BRIEF: Record<string, string> = {
  'CL=F': 'WTI',
  'BZ=F': 'Brent',
  'NG=F': 'Nat Gas',
  'RB=F': 'RBOB',
  'HO=F': 'Heat Oil',
  'LE=F': 'Cattle',
  'HE=F': 'Hogs',
  'OJ=F': 'OJ',
};

/** Share classes of one company differ only in their symbols. */
const nameOf = ({ name, symbol }: HeatItem['row']) => (/ Class [A-C]$/.test(name) ? symbol : shortName(name));

interface WordsProps {
  text: TileText;
  change: string;
  price: string;
  direction: 'up' | 'down' | 'flat';
}

function Words({ text, change, price, direction }: WordsProps) {
  return (
    <>
      <b aria-hidden="true" style={{ fontSize: `${text.size}rem` }}>
        {text.title}
      </b>
      {text.change && (
        <span
          aria-hidden="true"
          className={`num ${classes.change}`}
          style={{ fontSize: `${text.change.size}rem` }}
        >
          {text.change.arrow && <i data-arrow={direction} />}
          {change}
        </span>
      )}
      {text.price && (
        <span aria-hidden="true" className={`num ${classes.price}`} style={{ fontSize: `${text.price}rem` }}>
          {price}
        </span>
      )}
    </>
  );
}
