import { COLUMNS, type Place, ROWS } from './placement';
import classes from './Settings.module.css';

interface Props {
  place: Place;
  onChange: (place: Partial<Place>) => void;
}

/** Position and size in columns and rows, counted from 1. */
export function PlaceFields({ place, onChange }: Props) {
  const field = (
    letter: string,
    name: string,
    value: number,
    most: number,
    make: (value: number) => Partial<Place>,
  ) => (
    <label className={classes.number}>
      <span aria-hidden="true">{letter}</span>
      <input
        type="number"
        aria-label={name}
        min={1}
        max={most}
        value={value}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          Number.isInteger(valueAsNumber) && onChange(make(valueAsNumber))
        }
      />
    </label>
  );
  return (
    <div>
      <p className={classes.label}>Position and size</p>
      <div className={classes.numbers}>
        {field('X', 'Column', place.x + 1, COLUMNS, (value) => ({ x: value - 1 }))}
        {field('Y', 'Row', place.y + 1, ROWS, (value) => ({ y: value - 1 }))}
        {field('W', 'Width in columns', place.width, COLUMNS, (width) => ({ width }))}
        {field('H', 'Height in rows', place.height, ROWS, (height) => ({ height }))}
      </div>
    </div>
  );
}
