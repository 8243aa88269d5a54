import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { TickerRow } from '~/api/types';
import type { Column } from './column';
import { columns } from './columns';

/** The minimum width with room for additional columns. */
const HAS_ROOM = '(width >= 102.5em)';
const EXTRAS: readonly Column[] = [
  columns.type,
  columns.sector,
  columns.spark,
  columns.change7d,
  columns.volume,
  columns.marketCap,
];

/**
 * Columns that can be added to a ticker table: the table's own `extras`, or in a wide window the shared columns it doesn't show by
 * default.
 */
export function useExtraColumns<Row extends TickerRow>(
  own: readonly Column<Row>[],
  extras?: readonly Column<Row>[],
): readonly Column<Row>[] {
  const hasRoom = useMediaQuery(HAS_ROOM, undefined, { getInitialValueInEffect: false });
  return useMemo(() => {
    if (extras) return extras;
    return hasRoom ? EXTRAS.filter(({ key }) => !own.some((column) => column.key === key)) : [];
  }, [hasRoom, own, extras]);
}
