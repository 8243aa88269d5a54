import type { PriceProblem } from '~/api/types';
import { sourceTitle } from '~/market/sources';
import { formatRelative, formatSpan } from '~/market/time';

/** Matches provider errors about removed symbols. */
const DELISTED = /may be delisted/i;

/** The reason why a ticker gets no new price: 'Yahoo Finance has no data for PFE; it may be delisted.' */
export function problemSentence({ provider, lastError }: PriceProblem, symbol: string): string {
  const sourceName = sourceTitle(provider);
  const prefix = `The source refused: ${symbol}: `;
  if (DELISTED.test(lastError)) return `${sourceName} has no data for ${symbol}; it may be delisted.`;
  if (lastError.startsWith(prefix))
    return `${sourceName} has no price for ${symbol}: ${lastError.slice(prefix.length)}`;
  return `${sourceName} has no new price for ${symbol}: ${lastError[0]?.toLowerCase()}${lastError.slice(1)}`;
}

/** 'Last tried 3 minutes ago, next try in 12 min.', as far as known at `now`. */
export function lastTrySentence({ lastTriedAt, nextTryAt }: PriceProblem, now: number): string | undefined {
  const left = nextTryAt === null ? 0 : Date.parse(nextTryAt) - now;
  const last = lastTriedAt && `Last tried ${formatRelative(lastTriedAt, now)}`;
  const next = left > 0 && `next try in ${formatSpan(left)}`;
  if (last) return `${[last, next].filter(Boolean).join(', ')}.`;
  return next ? `N${next.slice(1)}.` : undefined;
}
