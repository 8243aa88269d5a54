/** The fields of a stock that a sector's change is computed from. */
interface Member {
  sector: string | null;
  /** In percent. */
  change24h: number | null;
}

export interface SectorChange {
  sector: string;
  count: number;
  /** In percent: the weighted mean of the members. */
  change: number;
}

/** The 24-hour change of each sector, best first; sectors without a known change are left out. */
export function sectorChanges<T extends Member>(
  rows: readonly T[],
  weightOf: (row: T) => number | null,
): SectorChange[] {
  const sectors = new Map<string, { count: number; weight: number; sum: number }>();
  for (const row of rows) {
    const weight = weightOf(row) ?? 0;
    if (row.sector === null || row.change24h === null || weight <= 0) continue;
    const so = sectors.get(row.sector) ?? { count: 0, weight: 0, sum: 0 };
    sectors.set(row.sector, {
      count: so.count + 1,
      weight: so.weight + weight,
      sum: so.sum + weight * row.change24h,
    });
  }
  return [...sectors]
    .map(([sector, { count, weight, sum }]) => ({ sector, count, change: sum / weight }))
    .sort((a, b) => b.change - a.change);
}
