import { expect, test } from 'vitest';
import { sectorChanges } from './sectors';

const stock = (sector: string | null, change24h: number | null, cap: number | null) => ({
  sector,
  change24h,
  cap,
});
const capOf = ({ cap }: { cap: number | null }) => cap;

test("a sector's change is the average of its stocks weighted by market cap, and the best sector is first", () => {
  const rows = [stock('Energy', 2, 100), stock('Energy', -1, 300), stock('Technology', 1, 50)];
  expect(sectorChanges(rows, capOf)).toEqual([
    { sector: 'Technology', count: 1, change: 1 },
    { sector: 'Energy', count: 2, change: -0.25 },
  ]);
});

test('a stock of unknown sector, change or market cap is not counted', () => {
  const rows = [stock(null, 2, 100), stock('Energy', null, 100), stock('Energy', 3, null)];
  expect(sectorChanges(rows, capOf)).toEqual([]);
});
