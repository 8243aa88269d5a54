import { COLUMNS, type GridRect, ROWS } from './placement';
import classes from './Settings.module.css';

interface Props {
  rect: GridRect;
  onChange: (rect: Partial<GridRect>) => void;
}

/** Position and size in columns and rows, counted from 1. */
export function PositionFields({ rect, onChange }: Props) {
  const field = (
    letter: string,
    name: string,
    value: number,
    max: number,
    toChange: (value: number) => Partial<GridRect>,
  ) => (
    <label className={classes.number}>
      <span aria-hidden="true">{letter}</span>
      <input
        type="number"
        aria-label={name}
        min={1}
        max={max}
        value={value}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          Number.isInteger(valueAsNumber) && onChange(toChange(valueAsNumber))
        }
      />
    </label>
  );
  return (
    <div>
      <p className={classes.label}>Position and size</p>
      <div className={classes.numbers}>
        {field('X', 'Column', rect.x + 1, COLUMNS, (value) => ({ x: value - 1 }))}
        {field('Y', 'Row', rect.y + 1, ROWS, (value) => ({ y: value - 1 }))}
        {field('W', 'Width in columns', rect.width, COLUMNS, (width) => ({ width }))}
        {field('H', 'Height in rows', rect.height, ROWS, (height) => ({ height }))}
      </div>
    </div>
  );
}
