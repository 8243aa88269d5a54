import type { TickerDetail } from '~/api/types';
import { CopyButton } from '~/widgets/CopyText';
import classes from './Identifier.module.css';
import { Stat } from './Stats';

interface Props {
  kind: 'ISIN' | 'FIGI';
  value: string | null;
  ticker: TickerDetail;
}

/** An identifier with a copy button; hidden if unknown. */
export function Identifier({ kind, value, ticker }: Props) {
  if (value === null) return null;
  return (
    <Stat
      name={kind}
      value={
        <span className={classes.identifier}>
          <span className={classes.value}>{value}</span>
          <CopyButton text={value} what={kind} of={ticker.symbol} />
        </span>
      }
    />
  );
}
