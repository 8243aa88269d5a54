import type { Lot } from '~/api/types';
import { isDay } from './day';
import { fieldDigits } from './locale';
import { parseAmount } from './parseAmount';

/** A row of the form, as typed. */
export interface LotText {
  /** Identifies the row while others are added and removed. */
  key: number;
  date: string;
  quantity: string;
  price: string;
  fee: string;
}

export type LotField = Exclude<keyof LotText, 'key'>;

export type LotErrors = Partial<Record<LotField, string>>;

/** Returns the texts of a stored lot. */
export const lotText = ({ date, quantity, price, fee }: Lot, key: number): LotText => ({
  key,
  date,
  quantity: fieldDigits(String(quantity)),
  price: fieldDigits(String(price)),
  fee: fee === null ? '' : fieldDigits(String(fee)),
});

/** Returns true if nothing was typed into a row. */
export const isBlank = ({ quantity, price, fee }: LotText): boolean =>
  [quantity, price, fee].every((text) => text.trim() === '');

/** Parses a quantity, which is negative for a sale. */
function signedAmount(text: string): number | null {
  const isSale = /^\s*[-−]/.test(text);
  const size = parseAmount(text.replace(/^\s*[-−]\s*/, ''));
  return size === null || size === 0 ? null : isSale ? -size : size;
}

/** Parses a row. `today` is the last allowed day (YYYY-MM-DD). */
export function parseLot(row: LotText, today: string): { lot: Lot } | { errors: LotErrors } {
  const errors: LotErrors = {};
  const quantity = signedAmount(row.quantity);
  const price = parseAmount(row.price);
  const fee = row.fee.trim() === '' ? null : parseAmount(row.fee);
  if (!isDay(row.date)) errors.date = 'Enter a date.';
  else if (row.date > today) errors.date = 'This date is in the future.';
  if (quantity === null) errors.quantity = 'Enter a number; for a sale, a negative one.';
  if (price === null) errors.price = 'Enter a price of zero or more.';
  if (row.fee.trim() !== '' && fee === null) errors.fee = 'Enter an amount of zero or more.';
  if (quantity === null || price === null || Object.keys(errors).length > 0) return { errors };
  return { lot: { date: row.date, quantity, price, fee } };
}
