import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { UNKNOWN } from '~/market/format';
import { useStoredList } from '~/state/browserStorage';
import type { Column } from './column';
import type { RangeKey } from './rangeColumns';

const render = () => UNKNOWN;

/** The columns until their code and the ranges are loaded. */
const COLUMNS: readonly (Column & { key: RangeKey })[] = [
  { key: 'ath', title: 'All-time high', render },
  { key: 'from-ath', title: 'From all-time high', render },
  { key: 'year', title: '52-week position', render },
];

/** Returns the columns of all-time highs and 52-week ranges. The ranges load when one of the columns is chosen, or if all are shown (`areShown`). */
export function useRangeColumns(
  columnsKey: string,
  rows: readonly TickerRow[],
  areShown: boolean,
): readonly Column[] {
  const [changes] = useStoredList(`columns.${columnsKey}`);
  const types =
    areShown || COLUMNS.some(({ key }) => changes.includes(`+${key}`))
      ? [...new Set(rows.map(({ type }) => type))]
      : [];
  const { data = COLUMNS } = useQuery({
    queryKey: ['price-ranges', 'columns', ...types],
    queryFn: async ({ client }) => (await import('./rangeColumns')).loadColumns(client, types, COLUMNS),
    structuralSharing: false,
    enabled: types.length > 0,
    refetchInterval: 600_000,
  });
  return data;
}
