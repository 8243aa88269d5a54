import classes from './ReadOut.module.css';

/** One line of a tooltip: a color swatch, a name and a value. */
export interface Reading {
  name: string;
  /** A hex color. */
  color: string;
  text: string;
}

interface Props {
  time: string;
  /** The main value, if any. */
  value?: string;
  readings: readonly Reading[];
}

/** The tooltip's content for one point: its time, its value, and the value of each line. */
export function ReadOut({ time, value, readings }: Props) {
  return (
    <>
      <div className={classes.head}>
        <span className={classes.time}>{time}</span>
        {value && <span className={`num ${classes.price}`}>{value}</span>}
      </div>
      {readings.length > 0 && (
        <ul className={classes.readings}>
          {readings.map(({ name, color, text }) => (
            <li key={name}>
              <span className={classes.swatch} style={{ background: color }} />
              <span className={classes.name}>{name}</span>
              <span className={`num ${classes.value}`}>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
