import { formatPrice } from '~/market/format';
import { HIDDEN } from '~/state/amounts';

/** Returns a function that formats amounts of the display currency, or hides them. */
export const moneyText =
  (currency: string, hidden: boolean) =>
  (amount: number | null): string =>
    hidden && amount !== null ? HIDDEN : formatPrice(amount, 2, { currency });
