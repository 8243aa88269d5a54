import { indicatorShade, type Scheme } from './colours';
import classes from './ReadOut.module.css';
import type { Reading } from './readings';

interface Props {
  time: string;
  price: string;
  readings: Reading[];
  /** Of the ground it lies on: a tooltip is dark in both schemes. */
  ground: Scheme;
}

/** The date, the price and each indicator's value at one point. */
export function ReadOut({ time, price, readings, ground }: Props) {
  return (
    <>
      <div className={classes.head}>
        <span className={classes.time}>{time}</span>
        <span className={`num ${classes.price}`}>{price}</span>
      </div>
      {readings.length > 0 && (
        <ul className={classes.readings}>
          {readings.map(({ name, color, text }) => (
            <li key={name}>
              <span className={classes.swatch} style={{ background: indicatorShade(color, ground) }} />
              <span className={classes.name}>{name}</span>
              <span className={`num ${classes.value}`}>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
