import type { ProviderHealth, ServerStatus, TickerStatus } from '~/api/types';
import { formatNumber } from '~/market/format';
import { sourceTitle } from '~/market/sources';
import { formatDateTime, formatRelative, formatSpan } from '~/market/time';

/** '9,812 of 10,000 left this month': what is left of a limit that a plan has. */
export function quotaText({ period, limit, left }: ProviderHealth['quota'][number]): string {
  const when = period === 'day' ? 'today' : `this ${period}`;
  return `${formatNumber(left, 0)} of ${formatNumber(limit, 0)} left ${when}`;
}

const SEVERITY: Record<string, number> = { failing: 0, waiting: 1 };
const severity = ({ state }: ProviderHealth) => SEVERITY[state] ?? 2;

/** Failing sources first, then those not asked yet; otherwise by name. */
export const byTrouble = (sources: readonly ProviderHealth[]): ProviderHealth[] =>
  sources.toSorted(
    (a, b) => severity(a) - severity(b) || sourceTitle(a.name).localeCompare(sourceTitle(b.name)),
  );

/** Tickers that get no new price, those with a reason first. */
export const withTrouble = (tickers: readonly TickerStatus[]): TickerStatus[] =>
  tickers
    .filter(({ stale, lastError }) => stale || lastError)
    .toSorted(
      (a, b) =>
        Number(Boolean(b.lastError)) - Number(Boolean(a.lastError)) || a.symbol.localeCompare(b.symbol),
    );

/** '3 minutes ago', and from a day on the date. */
export const ago = (time: string, now: number): string =>
  now - Date.parse(time) < 86_400_000 ? formatRelative(time, now) : formatDateTime(time);

/** 'in 4 min', with 'now' for what is due. */
export function until(time: string, now: number): string {
  const left = Date.parse(time) - now;
  if (left <= 0) return 'now';
  return left < 60_000 ? 'within a minute' : `in ${formatSpan(left)}`;
}

/** The earliest time at which a failing source is asked again. */
export function nextTry(sources: readonly ProviderHealth[]): string | undefined {
  return sources
    .flatMap(({ state, nextAttempt }) => (state === 'failing' && nextAttempt ? [nextAttempt] : []))
    .sort()[0];
}

/** '3 min ahead of this device': how far the server's clock is from ours, when it is more than some seconds. */
export function clockDifference(offset: number): string | undefined {
  if (Math.abs(offset) < 5000) return undefined;
  return `${formatSpan(Math.abs(offset))} ${offset > 0 ? 'ahead of' : 'behind'} this device`;
}

/** How far the histories are that come in pieces: how many are whole, the percentage of all pieces, and when the last is due. */
export function histories(tickers: readonly TickerStatus[]) {
  const all = tickers.flatMap(({ history }) => (history && history.of > 0 ? [history] : []));
  const [done, of] = all.reduce(([had, wanted], each) => [had + each.done, wanted + each.of], [0, 0]);
  const due = all.flatMap(({ readyAt }) => (readyAt ? [readyAt] : [])).sort();
  return {
    whole: all.filter((each) => each.done >= each.of).length,
    all: all.length,
    share: of === 0 ? 0 : (100 * done) / of,
    readyAt: due.at(-1),
  };
}

/** How many tickers have a price that is as new as its source gives, how many an older one, and how many none. */
export function priceCounts(tickers: readonly TickerStatus[]) {
  const none = tickers.filter(({ updatedAt }) => !updatedAt).length;
  const old = tickers.filter(({ updatedAt, stale }) => updatedAt && stale).length;
  return { all: tickers.length, current: tickers.length - none - old, old, none };
}

const are = (count: number) => (count === 1 ? 'has' : 'have');

/** What a server without a failing part can say of its prices: everything works only when they are up to date. */
export function meansOk(tickers: readonly TickerStatus[]): string {
  const { all, current, old, none } = priceCounts(tickers);
  if (current === all) return 'Everything works.';
  const parts = [none > 0 && `${none} ${are(none)} no price yet`, old > 0 && `${old} ${are(old)} an old one`];
  return `Nothing is failing, but not every price is up to date: of ${all} tickers ${parts.filter(Boolean).join(', ')}.`;
}

/** 'All 14 running', and otherwise how many of those that should run do. What has finished its work is done. */
export function tasksText(tasks: ServerStatus['tasks']): string {
  const wanted = tasks.filter(({ state }) => state !== 'ended');
  const running = wanted.filter(({ state }) => state === 'running').length;
  return running === wanted.length ? `All ${running} running` : `${running} of ${wanted.length} running`;
}

/** The times in a sentence of the server as people write them, in the viewer's zone. */
export const readableTimes = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => formatDateTime(time));

/** Why it is not well, with sources called by their titles. */
export const readableReasons = (reasons: readonly string[]): string =>
  reasons
    .map((reason) =>
      readableTimes(reason).replace(/[Tt]he source '(\w+)'/g, (_, name: string) => sourceTitle(name)),
    )
    .join(' ');
