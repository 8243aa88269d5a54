import { useEffect, useRef } from 'react';
import type { PortfolioReport } from '~/api/types';
import { Button } from '~/components/Button';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { ReportRows } from '~/components/table/ReportRows';
import { type Outcome, useCanFollow } from '../TickerSearch';
import classes from './HoldingsImport.module.css';
import { reportRows, reportSentence, unknownTickers } from './report';

interface Props {
  report: PortfolioReport;
  /** Results of following symbols before. */
  outcomes: readonly Outcome[];
  onFollow: (symbols: readonly string[]) => void;
  onImport: () => void;
  onBack: () => void;
}

/** What an import would do with each row. */
export function Preview({ report, outcomes, onFollow, onImport, onBack }: Props) {
  const canFollow = useCanFollow();
  const buttons = useRef<HTMLDivElement>(null);
  // The control that had the focus is gone.
  useEffect(() => {
    const enabled = buttons.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [];
    [...enabled].at(-1)?.focus();
  }, []);
  const { shown, hidden } = reportRows(report);
  const lookedUp = new Set(outcomes.map(({ symbol }) => symbol));
  const unknown = canFollow ? unknownTickers(report).filter((symbol) => !lookedUp.has(symbol)) : [];
  return (
    <>
      <p role="status" className={classes.line}>
        {reportSentence(report)}
      </p>
      {unknown.length > 0 && (
        <div className={classes.question}>
          <p>
            {unknown.length === 1
              ? `${unknown[0]} is not followed here yet.`
              : `${unknown.length} tickers are not followed here yet.`}
          </p>
          <Button variant="default" onClick={() => onFollow(unknown)}>
            {unknown.length === 1 ? 'Look it up and follow it' : 'Look them up and follow them'}
          </Button>
        </div>
      )}
      <ReportRows rows={shown} />
      {hidden > 0 && <p className="footnote">{hidden} more rows are not listed.</p>}
      <div ref={buttons}>
        <DialogButtons>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button disabled={report.taken === 0} onClick={onImport}>
            {report.taken === 1 ? 'Import 1 row' : `Import ${report.taken} rows`}
          </Button>
        </DialogButtons>
      </div>
    </>
  );
}
