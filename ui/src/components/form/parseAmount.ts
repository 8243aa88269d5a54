/** A plain number, or one whose thousands are set apart by commas: '0.5', '.5', '1250.50', '1,250.50'. */
const PLAIN = /^(\d+\.?\d*|\.\d+)$/;
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * The amount that a person wrote, or null where it could be read in two ways or in none: '1,5' is 1.5 to one
 * and 15 to another. A dollar sign before it and a percent sign behind it are left out.
 */
export function parseAmount(text: string): number | null {
  const digits = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s*%$/, '');
  if (!PLAIN.test(digits) && !GROUPED.test(digits)) return null;
  return Number(digits.replaceAll(',', ''));
}
