/** Returns the same prices in every run: a walk whose steps are sines of their index. */
const walk = (start: number, count: number): number[] => {
  let price = start;
  return Array.from({ length: count }, (_, step) => {
    price *= 1 + Math.sin(step * 12.9898) / 60;
    return Math.round(price * 100) / 100;
  });
};

const ticker = (at: number) => ({
  symbol: `T${at}`,
  name: `Company number ${at}`,
  price: 20 + 7.37 * at,
  change: Math.sin(at) / 20,
  volume: 1_000_000 + 13_577 * at,
});

export const cards = Array.from({ length: 8 }, (_, at) => ticker(at));
export const rows = Array.from({ length: 40 }, (_, at) => ticker(at + 8));
/** The closing prices of a year of trading days. */
export const year = walk(100, 252);
