/** '+$1.20', '−$1.20'; what reads as nothing carries a plus, as the percentage beside it. */
export function signed(value: number, priceText: (price: number) => string): string {
  const text = priceText(Math.abs(value));
  const negative = value < 0 && text !== priceText(0);
  return `${negative ? '\u2212' : '+'}${text}`;
}
