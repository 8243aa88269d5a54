import { separators } from './locale';

/** As programs write it: '0.5', '.5', '1250.50'. */
const PLAIN_NUMBER = /^(\d+\.?\d*|\.\d+)$/;

/**
 * The amount that a person wrote with the separators of their language, or null where it could be read in two ways or in
 * none: '1,5' is 1.5 to one and 15 to another, and '1.250' is 1,250 in German and 1.25 as programs write it. A point that
 * sets no thousands apart is a decimal point in every language.
 * A dollar sign before it and a percent sign behind it are left out.
 */
export function parseAmount(text: string): number | null {
  const digits = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s*%$/, '');
  const { group, decimal } = separators();
  const set = setOf(group);
  const own = new RegExp(`^(?=.?\\d)(\\d*|[1-9]\\d{0,2}(${set}\\d{3})+)(\\${decimal}\\d*)?$`);
  if (group === '.' && /^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return null;
  if (own.test(digits)) return Number(digits.replace(new RegExp(set, 'g'), '').replace(decimal, '.'));
  return PLAIN_NUMBER.test(digits) ? Number(digits) : null;
}

/** What a keyboard has for a separator of thousands: any space for a narrow one, either apostrophe. */
function setOf(group: string): string {
  if (/\s/.test(group)) return '\\s';
  return "'’".includes(group) ? "['’]" : `\\${group}`;
}
