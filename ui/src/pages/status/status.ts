import type { ProviderHealth, ServerStatus, TickerStatus } from '~/api/types';
import { formatNumber, UNKNOWN } from '~/market/format';
import { sourceTitle } from '~/market/sources';
import { formatDateTime, formatRelative, formatSpan, formatTime } from '~/market/time';

/** '9,812 of 10,000 this month': the remaining quota of a plan. */
export function quotaText({ period, limit, left }: ProviderHealth['quota'][number]): string {
  const periodText = period === 'day' ? 'today' : `this ${period}`;
  return `${formatNumber(left, 0)} of ${formatNumber(limit, 0)} ${periodText}`;
}

const SEVERITY: Record<string, number> = {
  failing: 0,
  degraded: 1,
  outdated: 2,
  refused: 3,
  waiting: 4,
  disabled: 5,
};
const severity = ({ state }: ProviderHealth) => SEVERITY[state] ?? 6;

/** Failing sources first, then outdated, blocked and unused ones; otherwise by name. */
export const bySeverity = (sources: readonly ProviderHealth[]): ProviderHealth[] =>
  sources.toSorted(
    (a, b) => severity(a) - severity(b) || sourceTitle(a.name).localeCompare(sourceTitle(b.name)),
  );

/** Adds the 'outdated' state to working sources most of whose prices are stale. */
export const withStaleState = (
  sources: readonly ProviderHealth[],
  tickers: readonly TickerStatus[],
): ProviderHealth[] =>
  sources.map((source) => {
    const priced = tickers.filter((ticker) => ticker.source === source.name && ticker.updatedAt);
    const staleCount = priced.filter(({ stale }) => stale).length;
    if (source.state !== 'ok' || 2 * staleCount <= priced.length) return source;
    const reason =
      priced.length === 1
        ? 'Its price is out of date.'
        : `${staleCount} of its ${priced.length} prices are out of date.`;
    return { ...source, state: 'outdated', lastError: reason };
  });

/** Tickers without fresh prices, those with a known reason first. */
export const stalePrices = (tickers: readonly TickerStatus[]): TickerStatus[] =>
  tickers
    .filter(({ stale, lastError, updatedAt }) => stale || lastError || updatedAt === null)
    .toSorted(
      (a, b) =>
        Number(Boolean(b.lastError)) - Number(Boolean(a.lastError)) || a.symbol.localeCompare(b.symbol),
    );

/** '3 minutes ago', or the date from one day on. */
export const ago = (time: string, now: number): string =>
  now - Date.parse(time) < 86_400_000 ? formatRelative(time, now) : formatDateTime(time);

/** 'in 4 min', or 'now' if due. */
export function until(time: string, now: number): string {
  const left = Date.parse(time) - now;
  if (left <= 0) return 'now';
  return left < 60_000 ? 'within a minute' : `in ${formatSpan(left)}`;
}

/** 'Blocked by the provider, next request at Nov 20, 2026, 9:32 PM EST.' */
export const refusal = ({ nextAttempt }: Pick<ProviderHealth, 'nextAttempt'>): string =>
  `Blocked by the provider${nextAttempt ? `, next request at ${formatDateTime(nextAttempt)}` : ''}.`;

/** The time since which the earliest failing or outdated source is unhealthy; undefined if there are other reasons. */
export function unhealthySince(
  sources: readonly ProviderHealth[],
  reasons: readonly string[],
): string | undefined {
  const unhealthy = sources.flatMap(({ state, unhealthySince }) =>
    ['failing', 'degraded', 'outdated'].includes(state) && unhealthySince ? [unhealthySince] : [],
  );
  return unhealthy.length === reasons.length ? unhealthy.sort()[0] : undefined;
}

/** 'since 2:32 PM', with the date if more than a day ago. */
export const since = (time: string, now: number): string =>
  `since ${now - Date.parse(time) < 86_400_000 ? formatTime(time) : formatDateTime(time)}`;

/** The earliest retry of a failing source. */
export function nextRequest(sources: readonly ProviderHealth[]): string | undefined {
  return sources
    .flatMap(({ state, nextAttempt }) => (state === 'failing' && nextAttempt ? [nextAttempt] : []))
    .sort()[0];
}

/**
 * '3 min ahead of this device': the difference between the server's clock and this device's, if more than a few
 * seconds.
 */
export function clockDifference(offset: number): string | undefined {
  if (Math.abs(offset) < 5000) return undefined;
  return `${formatSpan(Math.abs(offset))} ${offset > 0 ? 'ahead of' : 'behind'} this device`;
}

/**
 * Progress of histories fetched in parts: number of complete ones, percentage of all parts, and when the last will be
 * complete.
 */
export function histories(tickers: readonly TickerStatus[]) {
  const fetched = tickers.flatMap(({ history }) => (history && history.of > 0 ? [history] : []));
  const [done, total] = fetched.reduce(
    ([doneSum, totalSum], each) => [doneSum + each.done, totalSum + each.of],
    [0, 0],
  );
  const due = fetched.flatMap(({ readyAt }) => (readyAt ? [readyAt] : [])).sort();
  return {
    completeCount: fetched.filter((each) => each.done >= each.of).length,
    count: fetched.length,
    share: total === 0 ? 0 : (100 * done) / total,
    readyAt: due.at(-1),
  };
}

/** The numbers of tickers with a fresh price, with a stale one, and without one. */
export function priceCounts(tickers: readonly TickerStatus[]) {
  const missingCount = tickers.filter(({ updatedAt }) => !updatedAt).length;
  const staleCount = tickers.filter(({ updatedAt, stale }) => updatedAt && stale).length;
  return {
    totalCount: tickers.length,
    currentCount: tickers.length - missingCount - staleCount,
    staleCount,
    missingCount,
  };
}

/** '331 prices are out of date, the oldest from 4 hours ago. 2 tickers have no price yet.'; empty if all are fresh. */
export function stalePriceSummary(tickers: readonly TickerStatus[], now: number): string {
  const { staleCount, missingCount } = priceCounts(tickers);
  const staleTimes = tickers.flatMap(({ updatedAt, stale }) => (updatedAt && stale ? [updatedAt] : []));
  const oldest = staleTimes.sort()[0];
  const sentences = [
    oldest &&
      (staleCount === 1
        ? `1 price is out of date, from ${ago(oldest, now)}.`
        : `${staleCount} prices are out of date, the oldest from ${ago(oldest, now)}.`),
    missingCount > 0 && `${missingCount} ${missingCount === 1 ? 'ticker has' : 'tickers have'} no price yet.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** 'Working, 1 outdated price': the state text of a server without failures. */
export function workingWord(tickers: readonly TickerStatus[]): string {
  const { staleCount, missingCount } = priceCounts(tickers);
  if (staleCount > 0) return `Working, ${staleCount} outdated ${staleCount === 1 ? 'price' : 'prices'}`;
  return missingCount > 0 ? `Working, ${missingCount} without a price` : 'Working';
}

/** The number of working sources, and of all shown sources. */
export const sourceCounts = (sources: readonly ProviderHealth[]) => ({
  totalCount: sources.length,
  workingCount: sources.filter(({ state }) => state === 'ok').length,
});

/** Tickers without fresh prices for the same reason. */
export interface StalePriceGroup {
  cause: string;
  tickers: TickerStatus[];
}

/**
 * Groups tickers without fresh prices by reason, largest group first. A sentence that differs only by the symbol is one
 * reason.
 */
export function stalePricesByCause(tickers: readonly TickerStatus[]): StalePriceGroup[] {
  const groups = new Map<string, TickerStatus[]>();
  for (const ticker of stalePrices(tickers)) {
    const cause = causeOf(ticker);
    groups.set(cause, [...(groups.get(cause) ?? []), ticker]);
  }
  return [...groups.entries()]
    .map(([cause, group]) => ({
      cause: group.length === 1 && group[0] ? ownCause(group[0]) : cause,
      tickers: group,
    }))
    .toSorted((a, b) => b.tickers.length - a.tickers.length);
}

function ownCause({ lastError, source, updatedAt }: TickerStatus): string {
  if (lastError) return lastError;
  const name = source ? sourceTitle(source) : 'Its source';
  return updatedAt === null ? `${name} has sent no price yet.` : `${name} has no newer price.`;
}

/** The reason without the symbol, which may occur twice: 'The source refused: …-USD is not a valid product.' */
function causeOf(ticker: TickerStatus): string {
  if (!ticker.lastError) return ownCause(ticker);
  // 'F' is a symbol but also part of other words.
  const symbol = new RegExp(`(?<!\\w)${ticker.symbol.replace(/\W/g, '\\$&')}(?!\\w)`, 'g');
  return ticker.lastError.replaceAll(`: ${ticker.symbol}: `, ': ').replace(symbol, '…').replace(/…\.$/, '…');
}

/** Maximum number of symbols listed by name. */
const MAX_NAMED = 6;

/** 'ABC, XYZ', or the first ones 'and 6 more'. */
export function someSymbols(tickers: readonly Pick<TickerStatus, 'symbol'>[]): string {
  const names = tickers.slice(0, MAX_NAMED).map(({ symbol }) => symbol);
  const otherCount = tickers.length - names.length;
  return `${names.join(', ')}${otherCount > 0 ? ` and ${otherCount} more` : ''}`;
}

/** 'All 14 running', '13 of 14 running' or '12 running, 2 finished'. Finished tasks are not expected to run. */
export function tasksText(tasks: Readonly<ServerStatus['tasks']>): string {
  const expected = tasks.filter(({ state }) => state !== 'ended').length;
  const running = tasks.filter(({ state }) => state === 'running').length;
  const finished = tasks.length - expected;
  if (running < expected) {
    const text = `${running} of ${expected} running`;
    return finished > 0 ? `${text}, ${finished} finished` : text;
  }
  return finished > 0 ? `${running} running, ${finished} finished` : `All ${running} running`;
}

/** 'Connected, 12 tickers', or the connection problem. */
export const brokerText = ({ connected, tickers, problem }: NonNullable<ServerStatus['mqtt']>): string =>
  connected
    ? `Connected, ${tickers} ${tickers === 1 ? 'ticker' : 'tickers'}`
    : `Not connected${problem ? `: ${problem}` : ' yet'}`;

/**
 * 'APPL (mqtt.symbols), Minne (mqtt.lists)': names in the configuration that don't exist on the server; empty if there
 * are none.
 */
export const unknownNames = ({
  unknownSymbols,
  mqtt,
}: Pick<ServerStatus, 'unknownSymbols' | 'mqtt'>): string =>
  [
    ...unknownSymbols.map(({ symbol, setting }) => `${symbol} (${setting})`),
    ...(mqtt?.unknownLists ?? []).map((name) => `${name} (mqtt.lists)`),
  ].join(', ');

/** Converts ISO times in a server sentence to readable times in the viewer's zone. */
export const readableTimes = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => formatDateTime(time));

/** The reasons for a problem, with readable source names. */
export const readableReasons = (reasons: readonly string[]): string =>
  reasons
    .map((reason) =>
      readableTimes(reason).replace(/[Tt]he source '(\w+)'/g, (_, name: string) => sourceTitle(name)),
    )
    .join(' ');

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** '14.2 MB', '32 GB': decimal units, as for disks. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return UNKNOWN;
  let amount = bytes / 1000;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${formatNumber(amount, amount < 100 ? 1 : 0)} ${UNITS[unit]}`;
}
