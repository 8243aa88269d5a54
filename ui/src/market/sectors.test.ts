import { expect, test } from 'vitest';
import { sectorChanges } from './sectors';

const share = (sector: string | null, change24h: number | null, cap: number | null) => ({
  sector,
  change24h,
  cap,
});
const capOf = ({ cap }: { cap: number | null }) => cap;

test("a sector's change is the mean of its stocks weighted by market cap, and the best comes first", () => {
  const rows = [share('Energy', 2, 100), share('Energy', -1, 300), share('Technology', 1, 50)];
  expect(sectorChanges(rows, capOf)).toEqual([
    { sector: 'Technology', count: 1, change: 1 },
    { sector: 'Energy', count: 2, change: -0.25 },
  ]);
});

test('a stock of unknown sector, change or market cap is not counted', () => {
  const rows = [share(null, 2, 100), share('Energy', null, 100), share('Energy', 3, null)];
  expect(sectorChanges(rows, capOf)).toEqual([]);
});
