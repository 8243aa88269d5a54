import { sessionLineQuery } from '~/api/queries';
import type { SessionLine, Ticker } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useQuote } from '~/live/useQuote';
import { directionOf, formatPlainPrice } from '~/market/format';
import { formatTime } from '~/market/time';
import { PriceLine } from './PriceLine';

/** The positions of a session's prices on the line, whose end stays empty until the session is over. */
function pointsOf(line: Pick<SessionLine, 'points' | 'sessionStart' | 'sessionEnd'>) {
  const start = Date.parse(line.sessionStart);
  const within = line.points.filter(({ timestamp }) => Date.parse(timestamp) >= start);
  const last = Date.parse(within.at(-1)?.timestamp ?? line.sessionStart);
  const length = Math.max(Date.parse(line.sessionEnd), last) - start;
  return within.map(({ timestamp, price }) => ({
    x: length > 0 ? (Date.parse(timestamp) - start) / length : 0,
    price,
  }));
}

/** A ticker's session from open to close, with the previous close. Keeps its height while loading. */
export function DayLine({ ticker }: { ticker: Ticker }) {
  const { data: line } = useQuery(sessionLineQuery(ticker.id));
  const change = useQuote(ticker, ({ change24h, move24h }) => change24h ?? move24h);
  const time = (at: string) => formatTime(at, ticker.timeZone ?? undefined);
  const close = line?.previousClose ?? null;
  return (
    <PriceLine
      points={line ? pointsOf(line) : []}
      base={close}
      direction={directionOf(change)}
      labels={[
        line ? time(line.sessionStart) : '',
        close === null ? '' : `Previous close ${formatPlainPrice(close, ticker)}`,
        line ? time(line.sessionEnd) : '',
      ]}
    />
  );
}
