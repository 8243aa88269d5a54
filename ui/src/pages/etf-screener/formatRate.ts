import { UNKNOWN } from '~/market/format';

const RATE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** '0.0945%': a yearly rate without a sign. Fees are quoted to four decimals, and are compared by them. */
export function formatRate(percent: number | null | undefined): string {
  return typeof percent === 'number' ? `${RATE.format(percent)}%` : UNKNOWN;
}
