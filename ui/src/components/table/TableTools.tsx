import { useState, useSyncExternalStore } from 'react';
import { DENSITIES, DENSITY_LABELS, useDensity } from '~/state/density';
import { Icon } from '../Icon';
import { Popup } from '../layer/Popup';
import tick from '../tick.module.css';
import { ViewSwitch } from '../ViewSwitch';
import { CsvButton } from './CsvButton';
import type { HasId } from './column';
import classes from './TableTools.module.css';
import type { ColumnChoice } from './useColumnChoice';

export interface TableToolsProps<Row extends HasId> {
  label: string;
  /** All rows of the table, in order. */
  rows: readonly Row[];
  choice: ColumnChoice<Row>;
}

const DENSITY_VIEWS = DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }));

/** Controls of a table: row height, columns, and the CSV file. */
export default function TableTools<Row extends HasId>(props: TableToolsProps<Row>) {
  const { label, rows, choice } = props;
  const [density, setDensity] = useDensity();
  return (
    <>
      <ViewSwitch label="Row height" views={DENSITY_VIEWS} value={density} onChange={setDensity} />
      <ColumnChooser {...choice} />
      <CsvButton label={label} rows={rows} columns={choice.shown} />
    </>
  );
}

/** The breakpoints of `WideTable.module.css`, in px at the default font size. */
const BREAKPOINTS = [900, 1100, 1240, 1640, 2400];

/** Returns the window width in px, rounded down to a breakpoint: columns with a larger `hideBelow` are hidden. */
function useHiddenBelow(): number {
  const subscribe = (onChange: () => void) => {
    window.addEventListener('resize', onChange);
    return () => window.removeEventListener('resize', onChange);
  };
  const isWiderThan = (breakpoint: number) => window.matchMedia(`(width >= ${breakpoint / 16}em)`).matches;
  return useSyncExternalStore(subscribe, () => BREAKPOINTS.findLast(isWiderThan) ?? 0);
}

function ColumnChooser<Row extends HasId>({ all, shown, toggle, reset }: ColumnChoice<Row>) {
  const [opened, setOpened] = useState(false);
  const choices = all.filter(({ rowHeader, cardOnly }) => !rowHeader && !cardOnly);
  const ticked = choices.filter((column) => shown.includes(column));
  const hiddenBelow = useHiddenBelow();
  const visible = ticked.filter(({ hideBelow = 0 }) => hideBelow <= hiddenBelow);
  return (
    <Popup
      label="Columns"
      width="16rem"
      opened={opened}
      onChange={setOpened}
      className={classes.chooser}
      trigger={
        <button type="button" className={classes.tool}>
          <Icon name="table" size={16} />
          Columns ({visible.length < ticked.length && `${visible.length} of `}
          {ticked.length})
        </button>
      }
    >
      <div className={classes.head}>
        <strong>Columns</strong>
        <button type="button" disabled={!reset} onClick={reset}>
          Reset
        </button>
      </div>
      {choices.map((column) => (
        <label key={column.key}>
          <input
            type="checkbox"
            className={tick.tick}
            checked={ticked.includes(column)}
            onChange={() => toggle(column.key)}
          />
          <span>
            {column.title}
            {ticked.includes(column) && !visible.includes(column) && <small>in a wider window</small>}
          </span>
        </label>
      ))}
      <p>Saved in this browser.</p>
    </Popup>
  );
}
