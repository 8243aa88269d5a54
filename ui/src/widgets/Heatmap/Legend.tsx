import classes from './Heatmap.module.css';
import { DEEPEST } from './layout';

const DEPTHS = [4, 3, 2, 1];

/** The steps of colour, from the deepest fall to the steepest rise. */
export function Legend() {
  return (
    <span className={`num ${classes.legend}`}>
      <span>▼ −{DEEPEST}%</span>
      {DEPTHS.map((depth) => (
        <i key={`down${depth}`} data-way="down" data-depth={depth} />
      ))}
      {[...DEPTHS].reverse().map((depth) => (
        <i key={`up${depth}`} data-way="up" data-depth={depth} />
      ))}
      <span>▲ +{DEEPEST}%</span>
    </span>
  );
}
