import type { ReactNode } from 'react';
import type { EarningsEvent } from '~/api/types';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { type Day, formatShortDay } from '~/market/day';
import { paths } from '~/paths';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './Largest.module.css';

interface Props {
  title: string;
  events: readonly EarningsEvent[];
  today: Day;
  /** The sort value, largest first; null if unknown. */
  sizeOf: (event: EarningsEvent) => number | null | undefined;
  shownOf: (event: EarningsEvent) => ReactNode;
}

const SHOWN_COUNT = 6;

/** The largest of some reports with their dates; nothing if no size is known. */
export function Largest({ title, events, today, sizeOf, shownOf }: Props) {
  const found = events
    .flatMap((event) => {
      const size = sizeOf(event);
      return size === null || size === undefined ? [] : { event, size };
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, SHOWN_COUNT);
  if (found.length < 2) return null;
  return (
    <Panel title={title}>
      <ol className={classes.rows} aria-label={title}>
        {found.map(({ event }) => (
          <li key={event.id}>
            <Link to={paths.ticker(event.symbol)}>
              <TickerLogo of={{ symbol: event.symbol, type: 'stock' }} size={32} />
              <strong>{event.symbol}</strong>
              <span className="num">{formatShortDay(event.date, today)}</span>
              <b className="num">{shownOf(event)}</b>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
