import { useSearchParams } from 'react-router-dom';
import { useUrlChange } from '~/hooks/useUrlChoice';
import type { Column, Identified } from './column';
import { parseSort, type Sort } from './sort';

/**
 * The sort order of a table, kept in the URL (`?sort=price&dir=desc`). `prefix` separates two tables on one page
 * (`?gainers-sort=…`).
 */
export function useTableSort<Row extends Identified>(
  columns: readonly Column<Row>[],
  initial: Sort | undefined,
  prefix = '',
): [Sort | undefined, (sort: Sort) => void] {
  const [params] = useSearchParams();
  const write = useUrlChange();
  const [sortName, dirName] = [`${prefix}sort`, `${prefix}dir`];
  const sort = parseSort(params.get(sortName), params.get(dirName), columns) ?? initial;
  return [sort, ({ key, dir }) => write({ [sortName]: key, [dirName]: dir })];
}
