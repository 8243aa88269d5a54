import type { PortfolioReport } from '~/api/types';
import type { RowReport } from '~/components/table/ReportRows';

/** Maximum number of rows that a preview lists. */
const MAX_ROWS = 500;

const ORDER = ['refused', 'skipped', 'taken'];

/** Returns the symbols of the rows that were imported. */
export const takenSymbols = ({ rows }: PortfolioReport): ReadonlySet<string> =>
  new Set(rows.flatMap(({ outcome, symbol }) => (outcome === 'taken' && symbol !== null ? [symbol] : [])));

/** The server's reason for a row whose ticker is not followed. */
const NOT_FOLLOWED = /no such ticker/;

/** Returns the symbols and ISINs that this market doesn't have, without duplicates. Names are left out, because they can't be followed. */
export function unknownTickers({ rows }: PortfolioReport): string[] {
  const unknown = rows.flatMap(({ outcome, symbol, reason, instrument }) =>
    outcome === 'refused' && symbol === null && NOT_FOLLOWED.test(reason ?? '') && /^\S+$/.test(instrument)
      ? [instrument]
      : [],
  );
  return [...new Set(unknown)];
}

/** Returns the rows as they are listed: problems first, then in the order of the file. */
export function reportRows({ rows }: PortfolioReport): { shown: RowReport[]; hidden: number } {
  const sorted = rows.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  const shown = sorted.slice(0, MAX_ROWS).map(({ line, instrument, symbol, outcome, reason }) => ({
    name: symbol ?? instrument,
    ok: outcome !== 'refused',
    text: `Row ${line}: ${outcome === 'taken' ? 'will be imported' : `${outcome}${reason ? `, ${reason}` : ''}`}`,
  }));
  return { shown, hidden: rows.length - shown.length };
}

/** 'Trading 212: 12 rows can be imported, 2 are skipped, 1 is refused.' */
export function reportSentence({ format, rows, taken, refused }: PortfolioReport): string {
  const skipped = rows.length - taken - refused;
  const parts = [
    `${taken} ${taken === 1 ? 'row' : 'rows'} can be imported`,
    ...(skipped > 0 ? [`${skipped} ${skipped === 1 ? 'is' : 'are'} skipped`] : []),
    ...(refused > 0 ? [`${refused} ${refused === 1 ? 'is' : 'are'} refused`] : []),
  ];
  return `${format}: ${parts.join(', ')}.`;
}
