import { decimalsOf, formatNumber, formatPrice } from '~/market/format';

/** The price at which an alert fired, in its currency; index levels and exchange rates have no currency. */
export const firedPrice = (price: number, currency: string | null): string =>
  currency === null
    ? formatNumber(price, Math.max(2, decimalsOf(price)))
    : formatPrice(price, decimalsOf(price), { currency });
