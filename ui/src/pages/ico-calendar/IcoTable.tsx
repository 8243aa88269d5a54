import type { Ico } from '~/api/types';
import { CsvBar } from '~/components/table/CsvBar';
import { sortRows } from '~/components/table/sort';
import { useTableSort } from '~/components/table/useTableSort';
import { WideTable } from '~/components/table/WideTable';
import { useIsPhone } from '~/hooks/useIsPhone';
import { ICO_COLUMNS } from './columns';
import { IcoCards } from './IcoCards';

/** ICOC-02: the ICOs of a day as a sortable table, on a phone as cards. */
export function IcoTable({ icos }: { icos: readonly Ico[] }) {
  const phone = useIsPhone();
  const [sort, setSort] = useTableSort(ICO_COLUMNS, undefined);
  const View = phone ? IcoCards : WideTable;
  const shown = { label: 'ICOs of the day', rows: sortRows(icos, ICO_COLUMNS, sort), columns: ICO_COLUMNS };
  return (
    <>
      {!phone && <CsvBar {...shown} />}
      <View {...shown} sort={sort} onSort={setSort} />
    </>
  );
}
