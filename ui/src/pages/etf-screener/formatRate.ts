import { UNKNOWN } from '~/market/format';
import { numberFormat } from '~/market/locale';

/** '0.09%': a yearly rate without a sign, with further decimals where they are asked for ('0.0945%'). */
export function formatRate(percent: number | null | undefined, decimals = 2): string {
  if (typeof percent !== 'number') return UNKNOWN;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: decimals };
  return `${numberFormat(digits).format(percent)}%`;
}
