import { useSearchParams } from 'react-router-dom';
import { useUrlChange } from '~/hooks/useUrlChoice';
import type { Column, HasId } from './column';
import { parseSort, type Sort } from './sort';

/**
 * Returns the sort order of a table, which is stored in the URL (`?sort=price&dir=desc`). `prefix` distinguishes two tables on one
 * page (`?gainers-sort=…`).
 */
export function useTableSort<Row extends HasId>(
  columns: readonly Column<Row>[],
  initial: Sort | undefined,
  prefix = '',
): [Sort | undefined, (sort: Sort) => void] {
  const [params] = useSearchParams();
  const changeUrl = useUrlChange();
  const [sortName, dirName] = [`${prefix}sort`, `${prefix}dir`];
  const sort = parseSort(params.get(sortName), params.get(dirName), columns) ?? initial;
  return [sort, ({ key, dir }) => changeUrl({ [sortName]: key, [dirName]: dir })];
}
