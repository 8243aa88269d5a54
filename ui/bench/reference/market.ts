/** Returns prices that are the same in every run: each step depends on the sine of its index. */
const walk = (start: number, count: number): number[] => {
  let price = start;
  return Array.from({ length: count }, (_, step) => {
    price *= 1 + Math.sin(step * 12.9898) / 60;
    return Math.round(price * 100) / 100;
  });
};

const ticker = (index: number) => ({
  symbol: `T${index}`,
  name: `Company number ${index}`,
  price: 20 + 7.37 * index,
  change: Math.sin(index) / 20,
  volume: 1_000_000 + 13_577 * index,
});

export const cards = Array.from({ length: 8 }, (_, index) => ticker(index));
export const rows = Array.from({ length: 40 }, (_, index) => ticker(index + 8));
/** The closing prices of a year of trading days. */
export const yearOfPrices = walk(100, 252);
