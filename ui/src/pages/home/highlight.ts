import type { MarketBreadth, TickerRow } from '~/api/types';

type Counts = Pick<MarketBreadth, 'advancing' | 'declining' | 'unchanged'>;

/** The text after the number of advancing stocks: 'of 160 stocks are up, 16 down'. */
export function breadthSentence({ advancing, declining, unchanged }: Counts): string {
  const all = advancing + declining + unchanged;
  if (all === 0) return 'No stock prices yet';
  return `of ${all} ${all === 1 ? 'stock is' : 'stocks are'} up, ${declining} down`;
}

type Moving = Pick<TickerRow, 'symbol' | 'change24h'>;

/** The stock with the largest move in either direction; undefined if none moved. */
export function biggestMover<Row extends Moving>(of: { gainers: Row[]; losers: Row[] }): Row | undefined {
  const [gain, loss] = [of.gainers[0], of.losers[0]];
  if (!gain || !loss) return gain ?? loss;
  return (gain.change24h ?? 0) >= -(loss.change24h ?? 0) ? gain : loss;
}
