import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { useQuote } from '~/live/useQuote';
import { directionOf, formatMarketCap, formatPercent, formatQuote, formatVolume } from '~/market/format';
import type { Rect } from '~/market/treemap';
import { paths } from '~/paths';
import classes from './Heatmap.module.css';
import heat from './heat.module.css';
import { placeOf } from './place';
import { type Scale, stepOf } from './scale';
import { type TileText, tileText } from './tileText';

interface Props {
  /** As loaded; the tile follows the live feed itself, so that a tick renders one tile. */
  loaded: TickerRow;
  /** In rem. */
  box: Rect;
  /** What the area stands for. */
  measure: number;
  sizeName: string;
  scale: Scale;
}

/** One ticker: it says what its size allows, and all of it to a pointer or a screen reader. */
export const Tile = memo(function Tile({ loaded, box, measure, sizeName, scale }: Props) {
  const quote = useQuote(loaded);
  const { symbol, name, price: level, decimals, change24h } = quote;
  const change = formatPercent(change24h);
  const price = formatQuote(quote, level, decimals);
  const figure = sizeName.includes('cap') ? formatMarketCap(measure) : formatVolume(measure);
  const everything = `${name} (${symbol}), ${price}, ${change} in 24h, ${sizeName} ${figure}`;
  const text = tileText(box, { name, symbol, price, change });
  const way = directionOf(change24h);
  const step = stepOf(change24h, scale);
  return (
    <li className={classes.cell} style={placeOf(box)}>
      <Tooltip label={everything}>
        <Link
          to={paths.ticker(symbol)}
          className={`${classes.tile} ${heat.step}`}
          data-way={way}
          data-step={step}
          data-room={text.room}
        >
          <Words {...{ text, symbol, price, change, way }} />
          <span className="visually-hidden">{everything}</span>
        </Link>
      </Tooltip>
    </li>
  );
});

const ARROWS = { up: '▲', down: '▼', flat: '' } as const;

interface WordsProps {
  text: TileText;
  symbol: string;
  price: string;
  change: string;
  way: keyof typeof ARROWS;
}

function Words({ text, symbol, price, change, way }: WordsProps) {
  if (text.room === 'none') return null;
  const size = { fontSize: `${text.size}rem` };
  if (text.room === 'symbol')
    return (
      <span className={classes.name} style={size}>
        {symbol}
      </span>
    );
  return (
    <>
      <span className={classes.name}>{text.room === 'all' ? text.title : symbol}</span>
      {text.room === 'all' && <span className={`num ${classes.price}`}>{price}</span>}
      <span className={`num ${classes.change}`} style={size}>
        {ARROWS[way] && <small>{ARROWS[way]}</small>}
        {change}
      </span>
    </>
  );
}
