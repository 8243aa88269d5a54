import { useId } from 'react';
import type { HasId } from './column';
import classes from './SortControl.module.css';
import { nextSort } from './sort';
import type { TableView } from './useTableView';

/** Sort controls for cards, which have no headings to click. */
export function SortControl<Row extends HasId>({ rows, columns, sort, onSort }: TableView<Row>) {
  const id = useId();
  const choose = (key: string) => {
    const column = columns.find((each) => each.key === key);
    if (column) onSort(nextSort(column, undefined, rows));
  };
  return (
    <div className={classes.sort}>
      <label htmlFor={id}>Sort by</label>
      <select id={id} value={sort?.key ?? ''} onChange={(event) => choose(event.target.value)}>
        {!sort && <option value="">Default order</option>}
        {columns
          .filter((column) => column.value)
          .map((column) => (
            <option key={column.key} value={column.key}>
              {column.sortTitle ?? column.title}
            </option>
          ))}
      </select>
      <button
        type="button"
        disabled={!sort}
        aria-label={
          sort?.dir === 'asc' ? 'Ascending. Switch to descending.' : 'Descending. Switch to ascending.'
        }
        onClick={() => sort && onSort({ ...sort, dir: sort.dir === 'asc' ? 'desc' : 'asc' })}
      >
        <span aria-hidden="true">{sort?.dir === 'asc' ? '↑' : '↓'}</span>
      </button>
    </div>
  );
}
