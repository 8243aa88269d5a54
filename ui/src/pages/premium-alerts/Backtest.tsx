import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { alertBacktestQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { formatNumber } from '~/market/format';
import classes from './Backtest.module.css';
import { BacktestHead } from './BacktestHead';
import { HEIGHT, MARK, pictureOf, WIDTH } from './backtestPicture';
import { barsOf, DEBOUNCE_MS, dayOfBar, isYearAgo } from './backtestTime';
import { chartAddress } from './chartAddress';
import type { BacktestQuery } from './draft';

interface Props {
  /** The alert described by the form. */
  query: BacktestQuery;
  /** True if the alert fires only once. */
  once: boolean;
}

/** How often the alert described by the form would have fired in the past year. */
export default function Backtest({ query, once }: Props) {
  const [debounced] = useDebouncedValue(JSON.stringify(query), DEBOUNCE_MS);
  const debouncedQuery: BacktestQuery = JSON.parse(debounced);
  const { data, isPlaceholderData } = useQuery({
    ...alertBacktestQuery(debouncedQuery),
    placeholderData: keepPreviousData,
  });
  if (data?.reason)
    return (
      <p className={classes.past} role="status">
        {data.reason}
      </p>
    );
  const picture = data && pictureOf(data, debouncedQuery);
  if (!picture || !data) return null;
  const [first, last] = [data.closes[0], data.closes.at(-1)].map((close) => dayOfBar(close?.at ?? ''));
  const isYear = isYearAgo(data.closes[0]?.at ?? '');
  const firedCount = data.fired.length;
  return (
    <section
      className={classes.past}
      aria-label="The past year"
      data-waiting={isPlaceholderData || undefined}
    >
      <BacktestHead
        times={firedCount}
        once={once}
        when={isYear ? 'in a year' : `since ${first}`}
        span={`${formatNumber(data.closes.length, 0)} ${barsOf(data.interval)}, ${first} to ${last}`}
      />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {picture.level !== null && (
          <line className={classes.level} x1="0" x2={WIDTH} y1={picture.level} y2={picture.level} />
        )}
        <path className={classes.line} d={picture.line} />
        {picture.marks.map(({ x, y }) => (
          <g key={x} className={classes.mark}>
            <line x1={x} x2={x} y1={y} y2={HEIGHT} />
            <circle cx={x} cy={y} r={MARK} />
          </g>
        ))}
      </svg>
      <p className={`num ${classes.ends}`}>
        <span>{first}</span>
        <span>{last}</span>
      </p>
      {firedCount > 0 && (
        <Link to={chartAddress(debouncedQuery)} className={`link-button ${classes.chart}`}>
          Show on the chart of {debouncedQuery.symbol}
        </Link>
      )}
    </section>
  );
}
