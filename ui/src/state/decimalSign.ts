/** The decimal separator of the current number format. */
let sign = '.';

export const decimalSign = (): string => sign;

export function setDecimalSign(decimal: string): void {
  sign = decimal;
}
