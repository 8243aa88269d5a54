import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { TickerRow } from '~/api/types';
import type { Column } from './column';
import { columns } from './columns';
import { useRangeColumns } from './useRangeColumns';

/** The minimum width with room for additional columns. */
const HAS_ROOM = '(width >= 102.5em)';
const EXTRAS: readonly Column[] = [
  columns.type,
  columns.sector,
  columns.spark,
  columns.change7d,
  columns.sessionVolume,
  columns.marketCap,
];

interface Table<Row extends TickerRow> {
  columnsKey: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  extraColumns?: readonly Column<Row>[];
}

/**
 * Columns that can be added to a ticker table: the table's own extra columns, or in a wide window the shared columns it doesn't show by
 * default; also all-time highs and 52-week ranges. `areShown` is true if the added columns are shown by default.
 */
export function useExtraColumns<Row extends TickerRow>(
  { columnsKey, rows, columns: own, extraColumns: extras }: Table<Row>,
  areShown: boolean,
): readonly Column<Row>[] {
  const ranges = useRangeColumns(columnsKey, rows, areShown);
  const hasRoom = useMediaQuery(HAS_ROOM, undefined, { getInitialValueInEffect: false });
  return useMemo(
    () =>
      [...(extras ?? (hasRoom ? EXTRAS : [])), ...ranges].filter(
        (extra) => extras?.includes(extra) || !own.some(({ key }) => key === extra.key),
      ),
    [hasRoom, own, extras, ranges],
  );
}
