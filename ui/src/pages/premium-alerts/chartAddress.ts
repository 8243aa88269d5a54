import type { Alert } from '~/api/types';
import { paths } from '~/paths';
import type { BacktestQuery } from './draft';

/** The address of a ticker's one-year chart with backtest marks. */
export const chartAddress = (tried: BacktestQuery): string =>
  `${paths.ticker(tried.symbol)}?${new URLSearchParams({ range: '1Y', tried: JSON.stringify(tried) })}`;

/** The backtest query of a saved alert; null for news, events and lists. */
export function backtestOfAlert(alert: Alert): BacktestQuery | null {
  const { type, symbol, condition, value, windowHours, indicator, interval, and } = alert;
  if (!condition || !symbol) return null;
  return {
    type,
    symbol,
    condition,
    ...(value !== null && { value }),
    ...(windowHours && { windowHours }),
    ...(indicator && { indicator }),
    ...(interval && { interval }),
    ...(and.length > 0 && { and: JSON.stringify(and) }),
  };
}
