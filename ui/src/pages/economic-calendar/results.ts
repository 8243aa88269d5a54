import type { EconomicDate, EconomicFigure } from '~/api/types';
import { formatNumber, formatPercent, formatRate, UNKNOWN } from '~/market/format';

/** The figures of a release; responses that an older version saved for offline use have none. */
export const resultsOf = ({ results }: Partial<Pick<EconomicDate, 'results'>>): readonly EconomicFigure[] =>
  results ?? [];

/** Returns true if some of the figures are simulated. */
export const hasSimulated = (rows: readonly EconomicDate[]): boolean =>
  rows.some((row) => resultsOf(row).some(({ provider }) => provider === 'sample'));

/** The published figure: '+2.9%', '3.50–3.75%', '+119K', '7,226K'; a dash before the publication. */
export const formatActual = (figure: EconomicFigure): string =>
  formatFigure(figure, figure.actual, figure.actualUpper);

/** The figure of the period before. */
export const formatPrevious = (figure: EconomicFigure): string =>
  formatFigure(figure, figure.previous, figure.previousUpper);

function formatFigure({ name, unit }: EconomicFigure, value: number | null, upper: number | null): string {
  if (value === null) return UNKNOWN;
  if (upper !== null) return `${formatNumber(value)}–${formatRate(upper)}`;
  if (unit === 'thousands') {
    const sign = name.endsWith('change') && value > 0 ? '+' : '';
    return `${sign}${formatNumber(value, 0)}K`;
  }
  // A rate has no sign; the other percentages are changes. Agencies publish both with one decimal.
  return name.endsWith('rate') ? formatRate(value, 1) : formatPercent(value, 1);
}
