/** The decimal separator of the current number format. */
let separator = '.';

export const decimalSeparator = (): string => separator;

export function setDecimalSeparator(decimalSeparator: string): void {
  separator = decimalSeparator;
}
