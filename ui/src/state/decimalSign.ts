/** What parts a number's digits from its fraction, in the way of writing that is in use. */
let sign = '.';

export const decimalSign = (): string => sign;

export function setDecimalSign(decimal: string): void {
  sign = decimal;
}
