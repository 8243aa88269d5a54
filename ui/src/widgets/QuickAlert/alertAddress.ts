import type { Ticker } from '~/api/types';
import type { AlertCondition } from '~/market/alertChoices';
import { plainDigits } from '~/market/locale';
import { paths } from '~/paths';

/** A price with its decimals, in programming notation. */
export const levelDigits = (price: number, decimals: number): string =>
  plainDigits(price, Math.max(2, decimals));

/** TICK-10: the address of the alert form, filled in. `value` is a price, or in percent for 'percent_change'. */
export function alertAddress(
  { symbol, decimals }: Pick<Ticker, 'symbol' | 'decimals'>,
  condition: AlertCondition,
  value: number | null,
): string {
  const query = new URLSearchParams({ symbol, condition });
  if (value !== null)
    query.set('value', condition === 'percent_change' ? String(value) : levelDigits(value, decimals));
  return `${paths.alerts}?${query}`;
}
