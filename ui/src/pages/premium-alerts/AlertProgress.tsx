import { useMemo } from 'react';
import { priceHistoryQuery, tickerNewsQuery, watchlistTickersQuery } from '~/api/queries';
import type { Alert, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuote } from '~/live/useQuote';
import { useQuotes } from '~/live/useQuotes';
import { changeOver } from '~/market/changeOver';
import classes from './Alerts.module.css';
import { figuresOf, type Measure, measure, ofChange } from './progress';
import { progressOfAll } from './progressOfAll';
import { progressOfList } from './progressOfList';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const WEEK_HOURS = 168;

interface Props {
  alert: Alert;
  ticker: TickerDetail;
}

/**
 * The progress of an alert toward firing, by live quote: the current value, the distance, and a bar, or what must happen first if
 * the condition is already met.
 */
export function AlertProgress({ alert, ticker }: Props) {
  if (alert.and.length > 0) return <OfAll alert={alert} ticker={ticker} />;
  if (alert.type === 'news') return <Articles ticker={ticker} />;
  if (alert.type === 'price' && alert.condition === 'percent_change')
    return <OfChange alert={alert} ticker={ticker} />;
  if (alert.type === 'technical' && alert.interval === '1h') return <OfHours alert={alert} ticker={ticker} />;
  return <OfQuote alert={alert} ticker={ticker} />;
}

/** The progress of the list's ticker that is nearest to firing. */
export function ListProgress({ alert, list }: { alert: Alert; list: number }) {
  const { data } = useQuery(watchlistTickersQuery(list));
  return <Bar of={progressOfList(alert, useQuotes(data?.tickers ?? []))} />;
}

function OfQuote({ alert, ticker }: Props) {
  return <Bar of={useQuote(ticker, (quote) => measure(alert, quote))} />;
}

/** Indicators of hourly bars over three months, enough for a 200-bar average. */
function useHourly(ticker: TickerDetail, enabled: boolean) {
  const { data: bars } = useQuery({
    ...priceHistoryQuery(ticker.id, '3M', { interval: '1h' }),
    enabled,
    refetchInterval: HOUR_MS / 12,
  });
  return useMemo(() => (bars ? figuresOf(bars.map(({ price }) => price)) : null), [bars]);
}

function OfHours({ alert, ticker }: Props) {
  const figures = useHourly(ticker, true);
  return <Bar of={figures ? measure(alert, ticker, figures) : null} />;
}

/** Conditions that must all be met. */
function OfAll({ alert, ticker }: Props) {
  const isHourly = [alert, ...alert.and].some(({ interval }) => interval === '1h');
  const figures = useHourly(ticker, isHourly);
  return <Bar of={useQuote(ticker, (quote) => progressOfAll(alert, quote, figures))} />;
}

/**
 * Daily and weekly changes as shown on pages; for other windows, changes computed from bars of round-the-clock markets.
 */
function OfChange({ alert, ticker }: Props) {
  const hours = alert.windowHours ?? DAY_HOURS;
  const isTold = hours === DAY_HOURS || hours === WEEK_HOURS;
  const { data: bars } = useQuery({
    ...priceHistoryQuery(ticker.id, hours < DAY_HOURS ? '1D' : '1W'),
    enabled: !isTold && ticker.type === 'crypto' && hours < WEEK_HOURS,
    refetchInterval: HOUR_MS / 12,
  });
  const now = useMarketNow();
  const change = useQuote(ticker, (quote) => {
    if (hours === DAY_HOURS) return quote.change24h;
    if (hours === WEEK_HOURS) return quote.change7d;
    return changeOver(bars ?? [], quote.price, now - hours * HOUR_MS);
  });
  return <Bar of={ofChange(alert, change)} />;
}

/** The number of articles in the last day: news has no distance. */
function Articles({ ticker }: { ticker: TickerDetail }) {
  const { data } = useQuery(tickerNewsQuery(ticker.id));
  const now = useMarketNow();
  if (!data) return null;
  const count = data.filter(({ publishedAt }) => now - Date.parse(publishedAt) < DAY_HOURS * HOUR_MS).length;
  return (
    <p className={`num ${classes.figures}`}>
      <span>last 24 hours</span> <span>{count === 1 ? '1 article' : `${count || 'no'} articles`}</span>
    </p>
  );
}

function Bar({ of }: { of: Measure | null }) {
  if (!of) return null;
  const { now, away, fill, isNear, rearms } = of;
  return (
    <>
      <p className={`num ${classes.figures}`}>
        <span>{now}</span> <span data-near={isNear || undefined}>{away}</span>
      </p>
      {rearms === null ? (
        <span className={classes.bar} data-near={isNear || undefined} aria-hidden="true">
          <span style={{ width: `${fill}%` }} />
        </span>
      ) : (
        <p className={classes.rearms}>{rearms}</p>
      )}
    </>
  );
}
