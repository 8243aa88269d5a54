import type { Disagreement } from '~/api/types';
import { sourceTitle } from './sources';
import { formatDate } from './time';

/** Formats a close, price or amount. */
type FormatValue = (value: number) => string;

type Figure = Disagreement['figures'][number];

/** '412.30 (Yahoo Finance), 411.02 (Cboe)'; a missing figure is 'none'. */
function figuresText(figures: readonly Figure[], format: FormatValue): string {
  const text = ({ value, source, date }: Figure) => {
    const figure = value === null ? 'none' : format(value);
    return `${figure} (${[sourceTitle(source), date && formatDate(date)].filter(Boolean).join(', ')})`;
  };
  return figures.map(text).join(', ');
}

const nameOf = (figure: Figure | undefined): string => sourceTitle(figure?.source ?? '');

/** Decimals of a figure: `decimals` for prices, and as many as necessary, at most 4, for dividends. */
export function figureDecimals(
  { kind }: Pick<Disagreement, 'kind'>,
  value: number,
  decimals: number,
): number {
  if (!kind.startsWith('dividend')) return decimals;
  return [2, 3].find((count) => Math.abs(value - Math.round(value * 10 ** count) / 10 ** count) < 1e-9) ?? 4;
}

/** One sentence about a difference between sources, without the symbol. */
export function disagreementSentence(
  { kind, date, figures, used }: Disagreement,
  format: FormatValue,
): string {
  const day = formatDate(date);
  const list = figuresText(figures, format);
  const [first, second] = figures;
  switch (kind) {
    case 'close':
      return `Sources disagree on the close of ${day}: ${list}.${used ? ` The chart uses ${sourceTitle(used)}.` : ''}`;
    case 'price':
      return `Sources disagree: ${list}.`;
    case 'missing-session':
      return `${nameOf(first)} has no close for ${day}, so the one from ${sourceTitle(used ?? '')} is used: ${figuresText(
        figures.filter(({ value }) => value !== null),
        format,
      )}.`;
    case 'outvoted-close':
      return `The close from ${nameOf(first)} for ${day} is set aside, because two other sources agree on another: ${list}.`;
    case 'split':
      return `Sources disagree: closes until ${day} differ by a split that one source has not applied: ${list}.`;
    case 'units':
      return `Sources disagree: one reports another unit, such as pence instead of pounds: ${list}.`;
    case 'adjustment':
      return `Sources disagree: closes until ${day} differ by the same percentage, as if one source adjusted them for dividends: ${list}.`;
    case 'shifted-day':
      return `Sources disagree: ${nameOf(second)} dates closes a session earlier or later than ${nameOf(first)}.`;
    case 'dividend-amount':
      return `Sources disagree on the dividend of ${day}: ${list}.`;
    case 'dividend-date':
      return `Sources disagree on a dividend around ${day}: ${list}.`;
  }
}

/** The closes that sources disagree about, by day: ', disputed: 412.30 (Yahoo Finance), 411.02 (Cboe)'. */
export const disputedCloses = (
  disagreements: readonly Disagreement[],
  format: FormatValue,
): ReadonlyMap<string, string> =>
  new Map(
    disagreements
      .filter(({ kind }) => kind === 'close')
      .map(({ date, figures }) => [date, `, disputed: ${figuresText(figures, format)}`]),
  );
