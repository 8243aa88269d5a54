/** The decimal separator of the current number format. */
let sign = '.';

export const decimalSeparator = (): string => sign;

export function setDecimalSeparator(decimal: string): void {
  sign = decimal;
}
