import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { alertBacktestQuery } from '~/api/queries';
import type { AlertBacktest } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import classes from './Backtest.module.css';
import { BacktestHead } from './BacktestHead';
import { barsOf, DEBOUNCE_MS, dayOfBar, isYearAgo } from './backtestTime';
import { chartAddress } from './chartAddress';
import type { BacktestConditions } from './draft';

interface Props {
  query: BacktestConditions;
  /** The id of the list. */
  list: number;
  /** True if the alert fires only once. */
  once: boolean;
}

type BacktestTicker = AlertBacktest['tickers'][number];

/** Maximum number of tickers listed by name. */
const MAX_NAMED = 12;

/** How often the alert described by the form would have fired on the tickers of a list in the past year. */
export default function ListBacktest({ query, list, once }: Props) {
  const [debounced] = useDebouncedValue(JSON.stringify({ ...query, list }), DEBOUNCE_MS);
  const debouncedQuery: BacktestConditions & { list: number } = JSON.parse(debounced);
  const { data } = useQuery({ ...alertBacktestQuery(debouncedQuery), placeholderData: keepPreviousData });
  if (!data) return null;
  if (data.reason)
    return (
      <p className={classes.past} role="status">
        {data.reason}
      </p>
    );
  const { tickers, untried, interval } = data;
  const firedCount = tickers.reduce((sum, ticker) => sum + ticker.times, 0);
  const since = tickers.map((ticker) => ticker.since).sort()[0] ?? '';
  const { list: _, ...conditions } = debouncedQuery;
  const firing = tickers.filter((ticker) => ticker.times > 0);
  const period = isYearAgo(since) ? 'in a year' : `since ${dayOfBar(since)}`;
  return (
    <section className={classes.past} aria-label="The past year">
      <BacktestHead
        times={firedCount}
        once={once}
        when={period}
        span={`${barsOf(interval)} since ${dayOfBar(since)}`}
      />
      {firing.length > 0 && (
        <ul className={classes.tickers} aria-label="Tickers, with links to their charts">
          {firing.slice(0, MAX_NAMED).map(({ symbol, times }) => (
            <li key={symbol}>
              <Link to={chartAddress({ symbol, ...conditions })} className="link-button">
                {symbol}
              </Link>{' '}
              <span className="num">{times}</span>
            </li>
          ))}
        </ul>
      )}
      {remainderSentences(tickers, untried).map((sentence) => (
        <p key={sentence} className={classes.rest}>
          {sentence}
        </p>
      ))}
    </section>
  );
}

/** Sentences about tickers not listed by name: 'Never fired: BTC.' */
function remainderSentences(tickers: readonly BacktestTicker[], untried: number): string[] {
  const firing = tickers.filter(({ times }) => times > 0);
  const silent = tickers.filter(({ times }) => times === 0);
  const short = firing.filter(({ since }) => !isYearAgo(since));
  const more = firing.length - MAX_NAMED;
  const sentences = [
    more > 0 && `${counted(more)} more fired less often.`,
    firing.length > 0 && silent.length > 0 && `Never fired: ${symbolNames(silent)}.`,
    short.length > 0 &&
      short.length < tickers.length &&
      `Less than a year of history for ${symbolNames(short)}.`,
    untried > 0 && `${counted(untried)} couldn't be tested.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

const counted = (count: number) => `${count} ${count === 1 ? 'ticker' : 'tickers'}`;
const symbolNames = (tickers: readonly BacktestTicker[]) =>
  tickers.length > 3 ? counted(tickers.length) : tickers.map(({ symbol }) => symbol).join(', ');
