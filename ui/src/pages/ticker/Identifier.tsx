import classes from './Identifier.module.css';
import { Stat } from './Stats';

interface Props {
  kind: 'ISIN' | 'FIGI';
  value: string | null;
}

/** An identifier; hidden if unknown. */
export function Identifier({ kind, value }: Props) {
  if (value === null) return null;
  return <Stat name={kind} value={<span className={classes.value}>{value}</span>} />;
}
