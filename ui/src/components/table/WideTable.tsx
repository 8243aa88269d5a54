import { type OpenRow, rowClick, rowDoubleClick, rowMiddleClick } from '~/hooks/rowClick';
import { type Density, useDensity } from '~/state/density';
import { Icon } from '../Icon';
import { Tooltip } from '../layer/Tooltip';
import type { Column, HasId } from './column';
import { nextSort, type Sort } from './sort';
import type { TableRows, TableView } from './useTableView';
import classes from './WideTable.module.css';

/** Without `onSort`, rows keep their order and headings are not buttons. */
type Props<Row extends HasId> = TableRows<Row> &
  Partial<TableView<Row>> & {
    /** The id of the selected row, whose quote is shown next to the table. */
    selected?: number | undefined;
    /** Opens a clicked row in place, and a double click follows its link. Without it, or if it returns false, a click follows the link. */
    onOpen?: OpenRow | undefined;
    /** The height of the rows; the user's choice by default. */
    density?: Density;
  };

/** The table for windows of 768 px and wider, for any rows with an id. */
export function WideTable<Row extends HasId>({
  label,
  rows,
  sort,
  onSort,
  selected,
  onOpen,
  density: ownDensity,
  ...view
}: Props<Row>) {
  const [chosenDensity] = useDensity();
  const columns = view.columns.filter((column) => !column.cardOnly);
  return (
    <table className={classes.table} aria-label={label} data-density={ownDensity ?? chosenDensity}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={onSort && ariaSort(column, sort)}
              {...cellProps(column)}
            >
              {column.value && onSort ? (
                <Heading column={column} sort={sort} onClick={() => onSort(nextSort(column, sort, rows))} />
              ) : (
                column.title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={row.id}
            onClick={(event) => rowClick(event, onOpen)}
            onAuxClick={rowMiddleClick}
            onDoubleClick={onOpen && rowDoubleClick}
            data-row={row.id}
            data-selected={row.id === selected || undefined}
          >
            {columns.map((column) => {
              const Cell = column.rowHeader ? 'th' : 'td';
              return (
                <Cell key={column.key} scope={column.rowHeader && 'row'} {...cellProps(column)}>
                  {column.render(row, index)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadingProps<Row extends HasId> {
  column: Column<Row>;
  sort: Sort | undefined;
  onClick: () => void;
}

function Heading<Row extends HasId>({ column, sort, onClick }: HeadingProps<Row>) {
  const dir = sort?.key === column.key ? sort.dir : undefined;
  const button = (
    <button type="button" className={classes.heading} data-dir={dir} onClick={onClick}>
      {column.title}
      {column.tip && <Icon name="info" size={13} />}
    </button>
  );
  return column.tip ? <Tooltip label={column.tip}>{button}</Tooltip> : button;
}

function ariaSort<Row extends HasId>(column: Column<Row>, sort: Sort | undefined) {
  if (!column.value) return undefined;
  if (sort?.key !== column.key) return 'none';
  return sort.dir === 'asc' ? 'ascending' : 'descending';
}

/** Returns the alignment attributes of a column for the style sheet. */
const cellProps = <Row extends HasId>({ align, hideBelow }: Column<Row>) => ({
  className: align === 'left' ? undefined : `num ${classes.right}`,
  'data-hide': hideBelow,
});
