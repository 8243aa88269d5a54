import { separators } from './locale';

/** A number in programming notation: '0.5', '.5', '1250.50'. */
const PLAIN_NUMBER = /^(\d+\.?\d*|\.\d+)$/;

/**
 * Parses an amount with the separators of the user's language; null if it is invalid or ambiguous: '1,5' may be 1.5 or
 * 15, and '1.250' is 1,250 in German and 1.25 in programs. A point that doesn't group thousands is a decimal point in
 * every language. A leading dollar sign and a trailing percent sign are ignored.
 */
export function parseAmount(text: string): number | null {
  const digits = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s*%$/, '');
  const { group, decimal } = separators();
  const groupPattern = groupPatternOf(group);
  const localNumber = new RegExp(
    `^(?=.?\\d)(\\d*|[1-9]\\d{0,2}(${groupPattern}\\d{3})+)(\\${decimal}\\d*)?$`,
  );
  if (group === '.' && /^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return null;
  if (localNumber.test(digits))
    return Number(digits.replace(new RegExp(groupPattern, 'g'), '').replace(decimal, '.'));
  return PLAIN_NUMBER.test(digits) ? Number(digits) : null;
}

/** Returns a pattern for thousands separators as typed on a keyboard: any space for a narrow space, and both apostrophes. */
function groupPatternOf(group: string): string {
  if (/\s/.test(group)) return '\\s';
  return "'’".includes(group) ? "['’]" : `\\${group}`;
}
