/** '+$1.20', '−$1.20'; a value that rounds to zero has a plus, like the percentage next to it. */
export function signed(value: number, priceText: (price: number) => string): string {
  const text = priceText(Math.abs(value));
  const negative = value < 0 && text !== priceText(0);
  return `${negative ? '\u2212' : '+'}${text}`;
}
