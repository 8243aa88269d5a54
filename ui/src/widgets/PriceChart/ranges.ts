import { rangeChoices } from '~/market/locale';
import type { ChartRange } from './RangeButtons';

/** The five specified ranges, and those between and beyond them. */
export const RANGES: readonly ChartRange[] = rangeChoices([
  '1D',
  '1W',
  '1M',
  '3M',
  '6M',
  'YTD',
  '1Y',
  '5Y',
  'MAX',
]);
export const WHOLE_FILE: readonly ChartRange[] = rangeChoices(['MAX']);
