import type { ReactNode } from 'react';
import type { Holdings } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { Panel } from '~/components/Panel';
import { BlockSkeleton } from '~/components/Skeletons';
import { useFlash } from '~/live/useFlash';
import { useQuotes } from '~/live/useQuotes';
import { BLANK } from '~/market/format';
import { type HeldRow, liveTotals } from '~/market/holdings';
import { Amount, AmountChange } from '~/widgets/Amount';
import { Change } from '~/widgets/Change';
import { HideAmountsButton } from '~/widgets/Holdings/HideAmountsButton';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './SummaryPanel.module.css';

interface Props {
  holdings: Holdings;
  rows: readonly HeldRow[];
}

/** The total value from live prices, with gains and the expected income. */
export function SummaryPanel({ holdings, rows }: Props) {
  const totals = liveTotals(holdings.currency, useQuotes(rows));
  const flash = useFlash<HTMLParagraphElement>(totals.value);
  const { currency } = holdings;
  return (
    <Panel
      title="Total value"
      aside={
        <>
          <SampleBadge shown={rows.some(({ isSample }) => isSample)} />
          <HideAmountsButton />
        </>
      }
    >
      <p ref={flash} className={`num ${classes.value}`}>
        <Amount value={totals.value} currency={currency} />
      </p>
      <dl className={`num ${classes.figures}`}>
        <Figure name="Today">
          <AmountChange value={totals.dayGain} currency={currency} />
          {totals.dayGainPercent !== null && <Change value={totals.dayGainPercent} />}
        </Figure>
        <Figure name="Gain" tip="Value minus the amount paid, for positions with a known cost">
          <AmountChange value={totals.gain} currency={currency} />
          {totals.gainPercent !== null && <Change value={totals.gainPercent} />}
        </Figure>
        <Figure name="Currency effect" tip="The part of the gain that comes from exchange rates">
          <AmountChange value={holdings.currencyEffect} currency={currency} />
        </Figure>
        <Figure
          name="Income, next 12 months"
          tip="Announced dividends, and the regular dividends of the last 12 months, assumed to be paid again"
        >
          <Amount value={holdings.income12m} currency={currency} />
        </Figure>
      </dl>
    </Panel>
  );
}

interface FigureProps {
  name: string;
  tip?: string;
  children: ReactNode;
}

function Figure({ name, tip, children }: FigureProps) {
  const title = <dt>{name}</dt>;
  return (
    <div>
      {tip ? <Tooltip label={tip}>{title}</Tooltip> : title}
      <dd>{children}</dd>
    </div>
  );
}

/** As tall as the panel. */
export function SummarySkeleton() {
  return (
    <Panel title="Total value">
      <p className={`num ${classes.value}`}>{BLANK}</p>
      <BlockSkeleton height={168} />
    </Panel>
  );
}
