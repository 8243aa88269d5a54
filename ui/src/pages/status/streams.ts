import type { ProviderHealth, StreamStatus } from '~/api/types';
import { formatNumber } from '~/market/format';
import { sourceTitle } from '~/market/sources';
import { formatSpan } from '~/market/time';

/** Returns true if a source only streams live prices. */
export const isStream = ({ feeds }: Pick<ProviderHealth, 'feeds'>): boolean =>
  feeds.length > 0 && feeds.every(({ what }) => what === 'ticks');

/** 'Yahoo stream 2'; without the number for a single connection. */
export function connectionName({ source, number }: StreamStatus, streams: readonly StreamStatus[]): string {
  const isAlone = streams.filter((stream) => stream.source === source).length === 1;
  return isAlone ? sourceTitle(source) : `${sourceTitle(source)} ${number}`;
}

/** '212/s', '0.3/s'. */
export const perSecond = (rate: number): string => `${formatNumber(rate, rate < 10 && rate > 0 ? 1 : 0)}/s`;

/** 'now', '18 s ago', '3 min ago'. */
export function ageText(age: number): string {
  if (age < 1000) return 'now';
  return age < 60_000 ? `${Math.floor(age / 1000)} s ago` : `${formatSpan(age)} ago`;
}

/** '5 connections, 308 symbols, 487 messages a second over the last minute', for open connections. */
export function streamsText(streams: readonly StreamStatus[]): string {
  const open = streams.filter(({ openedAt }) => openedAt);
  const sum = (figureOf: (stream: StreamStatus) => number) =>
    open.reduce((total, stream) => total + figureOf(stream), 0);
  const rate = sum(({ messagesPerSecond }) => messagesPerSecond ?? 0);
  const count = (total: number, noun: string) => `${formatNumber(total, 0)} ${noun}${total === 1 ? '' : 's'}`;
  if (open.length === 0) return '';
  return [
    count(open.length, 'connection'),
    count(
      sum(({ symbols }) => symbols),
      'symbol',
    ),
    `${formatNumber(rate, rate < 10 && rate > 0 ? 1 : 0)} messages a second over the last minute`,
  ].join(', ');
}
