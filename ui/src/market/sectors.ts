/** The fields of a stock from which a sector's change is computed. */
interface SectorStock {
  sector: string | null;
  /** The 24-hour change in percent. */
  change24h: number | null;
}

export interface SectorChange {
  sector: string;
  count: number;
  /** The weighted average of the stocks, in percent. */
  change: number;
}

/** Returns the 24-hour change of each sector, best first. Sectors without a known change are omitted. */
export function sectorChanges<T extends SectorStock>(
  rows: readonly T[],
  weightOf: (row: T) => number | null,
): SectorChange[] {
  const sectors = new Map<string, { count: number; weight: number; sum: number }>();
  for (const row of rows) {
    const weight = weightOf(row) ?? 0;
    if (row.sector === null || row.change24h === null || weight <= 0) continue;
    const totals = sectors.get(row.sector) ?? { count: 0, weight: 0, sum: 0 };
    sectors.set(row.sector, {
      count: totals.count + 1,
      weight: totals.weight + weight,
      sum: totals.sum + weight * row.change24h,
    });
  }
  return [...sectors]
    .map(([sector, { count, weight, sum }]) => ({ sector, count, change: sum / weight }))
    .sort((a, b) => b.change - a.change);
}
