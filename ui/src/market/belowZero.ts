/** Why a change is told as an amount. */
export const NO_PERCENT = 'Percent not meaningful below zero';

interface Priced {
  price: number | null;
  previousClose: number | null;
}

/** Whether a change of the price has no percentage because the price, or the one it is measured against, is not above zero. */
export const isBelowZero = ({ price, previousClose }: Priced): boolean =>
  price !== null && (price <= 0 || (previousClose ?? 1) <= 0);
