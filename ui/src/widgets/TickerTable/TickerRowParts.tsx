import type { ReactNode } from 'react';
import type { TickerRow } from '~/api/types';
import { shortName } from '~/market/shortName';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Sparkline } from '~/widgets/Sparkline';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './TickerCards.module.css';
import { TickerLink } from './TickerLink';

interface Props {
  row: TickerRow;
  /** Before the symbol: a rank. */
  lead?: ReactNode;
  /** After the figures: a control. */
  tail?: ReactNode;
  /** The period of the change. */
  over?: '24h' | '7d';
  /** False in a narrow column, whose room the name needs. */
  hasSpark?: boolean;
}

/** A ticker in one row: logo, symbol and name, weekly sparkline, price and change, live. */
export function TickerLine({ row, lead, tail, over = '24h', hasSpark = true }: Props) {
  return (
    <div className={classes.head} data-tailed={tail ? true : undefined}>
      <TickerLogo of={row} size={40} />
      {lead && <span className={classes.lead}>{lead}</span>}
      <TickerLink ticker={row} className={classes.link}>
        <strong>{row.symbol}</strong>
        <span>{shortName(row.name)}</span>
      </TickerLink>
      {hasSpark && (
        <Sparkline points={row.spark} change={row.change7d ?? row.move7d} width={56} height={26} />
      )}
      <div className={classes.figures}>
        <LivePrice ticker={row} />
        <LiveChange ticker={row} over={over} />
      </div>
      {tail && <span className={classes.tail}>{tail}</span>}
    </div>
  );
}

/** The periods of the sparkline and the change in the rows below, which may differ. */
export function RowHead({ tailed = false, change = 'Change' }: { tailed?: boolean; change?: string }) {
  return (
    <p className={`num ${classes.lineHead}`} data-tailed={tailed || undefined}>
      <span>7 days</span>
      <span>{change}</span>
    </p>
  );
}

interface LinesProps {
  label: string;
  rows: readonly TickerRow[];
  /** Shows a head with the periods of sparkline and change. */
  headed?: boolean;
  /** Lower rows. */
  dense?: boolean;
  hasSpark?: boolean;
}

/** Some tickers, one per row, for a rail. */
export function TickerRows({ label, rows, headed = false, dense = false, hasSpark = true }: LinesProps) {
  return (
    <>
      {headed && <RowHead />}
      <ul aria-label={label} className={classes.lines} data-dense={dense || undefined}>
        {rows.map((row) => (
          <li key={row.id} className={classes.card}>
            <TickerLine row={row} hasSpark={hasSpark} />
          </li>
        ))}
      </ul>
    </>
  );
}
