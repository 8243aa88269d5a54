import type { Ticker } from '~/api/types';
import { plainDigits } from '~/market/locale';
import { paths } from '~/paths';

/** TICK-10: the address of the alert form, filled in. `value` is in dollars, or in percent for 'percent_change'. */
export function alertAddress(
  { symbol, decimals }: Pick<Ticker, 'symbol' | 'decimals'>,
  condition: 'above' | 'percent_change',
  value: number | null,
): string {
  const query = new URLSearchParams({ symbol, condition });
  if (value !== null)
    query.set('value', condition === 'above' ? plainDigits(value, Math.max(2, decimals)) : String(value));
  return `${paths.alerts}?${query}`;
}
