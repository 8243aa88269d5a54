import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { GAUGE_LIMITS, gaugeBand, gaugeValue } from '~/market/fearGreed';
import { UNKNOWN } from '~/market/format';
import { formatSpan } from '~/market/time';
import { partsOf } from '~/widgets/FearGreed/indicators';
import { fearGreedReadingOf } from '../boardQueries';
import { TileFrame, TileText } from '../TileFrame';
import classes from './FearGreedTile.module.css';
import type { TileMarket } from './markets';

const PARTS = ['Momentum', 'Volatility', 'Breadth', 'Put/Call'] as const;

/** The fear and greed index of a market, as a number and a bar. */
export function FearGreedTile({ market }: { market: TileMarket }) {
  const { data, isError } = useQuery(fearGreedReadingOf(market));
  const now = useMarketNow();
  const title = market === 'crypto' ? 'Crypto Fear & Greed' : 'Fear & Greed Index';
  if (!data)
    return (
      <TileFrame title={title} isLoading={!isError}>
        <TileText>No reading yet.</TileText>
      </TileFrame>
    );
  const value = gaugeValue(data.value);
  const age = data.stale ? `${formatSpan(now - Date.parse(data.asOf))} old` : null;
  const { title: band, tone } = gaugeBand(value);
  return (
    <TileFrame title={title} age={age}>
      <p className={classes.value} data-aged>
        <span className="num">{value}</span> <b data-tone={tone}>{band}</b>
      </p>
      <div className={classes.bar} aria-hidden="true" data-aged>
        <div data-tone={tone} style={{ width: `${value}%` }} />
        {GAUGE_LIMITS.map((limit) => (
          <i key={limit} style={{ left: `${limit}%` }} />
        ))}
        <span style={{ left: `${value}%` }} />
      </div>
      <p className={classes.ends} aria-hidden="true">
        <span>Extreme Fear</span>
        <span>Neutral</span>
        <span>Extreme Greed</span>
      </p>
      <dl className={classes.parts} data-aged>
        {partsOf(data, PARTS).map(({ name, value: part = UNKNOWN }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{part}</dd>
          </div>
        ))}
      </dl>
    </TileFrame>
  );
}
