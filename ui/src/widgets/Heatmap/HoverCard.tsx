import type { ReactNode } from 'react';
import { tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useQuote } from '~/live/useQuote';
import { formatMarketCap, formatNumber, formatQuote, formatRate, formatVolumeOf } from '~/market/format';
import type { Rect } from '~/market/treemap';
import { Change } from '~/widgets/Change';
import { DayLine } from '~/widgets/QuotePreview';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './HoverCard.module.css';
import type { HeatItem } from './item';
import { changeOver, type Period } from './periods';
import type { Summary } from './summary';

/** In rem. */
const WIDTH = 17.5;
const GAP = 0.375;

interface Props {
  id: string;
  item: HeatItem;
  /** The boxes of the tile and of the map, in rem. */
  box: Rect;
  map: { width: number; height: number };
  period: Period;
  summary: Summary;
  /** The effect of a click on this map. */
  hints: readonly (readonly [keys: string, does: string])[];
}

/** Positions the card next to the tile, or over it if there is no room. */
function placeOf(box: Rect, map: { width: number; height: number }) {
  const right = box.x + box.width + GAP;
  const left = box.x - GAP - WIDTH;
  const middle = Math.min(Math.max(0, box.x + (box.width - WIDTH) / 2), map.width - WIDTH);
  const x = right + WIDTH <= map.width ? right : left >= 0 ? left : middle;
  const isUpper = box.y + box.height / 2 < map.height / 2;
  return {
    left: `${x}rem`,
    ...(isUpper ? { top: `${box.y}rem` } : { bottom: `${Math.max(0, map.height - box.y - box.height)}rem` }),
  };
}

/** Details that don't fit the tile. */
export function HoverCard({ id, item, box, map, period, summary, hints }: Props) {
  const { row, group } = item;
  const quote = useQuote(row);
  const { data: detail } = useQuery(tickerQuery(row.symbol));
  const members = summary.groups.get(group);
  const rank = members ? members.order.indexOf(row.id) + 1 : 0;
  const volume = formatVolumeOf(row, quote.volume24h);
  const averageVolume = detail?.averageVolume30d;
  const ratioText =
    averageVolume && quote.volume24h !== null ? `, ${formatNumber(quote.volume24h / averageVolume, 1)}×` : '';
  return (
    <div id={id} role="tooltip" className={classes.card} style={placeOf(box, map)}>
      <div className={classes.head}>
        <TickerLogo of={row} />
        <div className={classes.names}>
          <strong>{row.symbol}</strong>
          <span>{row.name}</span>
        </div>
        {row.sector && <span className={classes.sector}>{row.sector}</span>}
      </div>
      <p className={classes.price}>
        <strong className="num type-mid">{formatQuote(row, quote.price, row.decimals)}</strong>
        <Change value={changeOver(quote, period, item.closes)} />
      </p>
      <DayLine ticker={row} />
      <dl className={classes.facts}>
        {members && rank > 0 && (
          <Fact name={group ? `Rank in ${group}` : 'Rank'}>{`${rank} of ${members.order.length}`}</Fact>
        )}
        {members && members.size > 0 && (
          <Fact name={group ? 'Share of the group' : 'Share of all'}>
            {formatRate((100 * item.size) / members.size, 1)}
          </Fact>
        )}
        {quote.marketCap !== null && <Fact name="Market cap">{formatMarketCap(quote.marketCap, row)}</Fact>}
        {quote.volume24h !== null && (
          <Fact name={ratioText ? 'Volume vs average' : 'Volume'}>{`${volume}${ratioText}`}</Fact>
        )}
      </dl>
      <p className={classes.hints}>
        {hints.map(([keys, action]) => (
          <span key={keys}>
            <kbd>{keys}</kbd> {action}
          </span>
        ))}
      </p>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
