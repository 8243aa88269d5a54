import { useState } from 'react';
import type { AlertReport } from '~/api/types';
import { Link } from '~/components/Link';
import { useMarketNow } from '~/live/useMarketNow';
import { formatDateTime, formatRelative } from '~/market/time';
import { paths } from '~/paths';
import { TickerLogo } from '~/widgets/TickerLogo';
import { firedPrice } from './firedPrice';
import classes from './ReportList.module.css';
import { ReportMarks } from './ReportMarks';

interface Props {
  label: string;
  reports: readonly AlertReport[];
  /** Called when a report's ticker is opened, to close the surrounding layer. */
  onGo?: () => void;
}

/** Fired alerts with time and price. Reports that were unread when the list appeared stay marked. */
export function ReportList({ label, reports, onGo }: Props) {
  const now = useMarketNow();
  const [readBefore] = useState(() => new Set(reports.filter(({ read }) => read).map(({ id }) => id)));
  return (
    <ul className={classes.list} aria-label={label}>
      {reports.map((report) => (
        <li key={report.id} data-new={!readBefore.has(report.id) || undefined}>
          {report.symbol && <TickerLogo of={{ symbol: report.symbol }} size={32} />}
          <p className={classes.sentence}>
            <Link to={report.symbol ? paths.ticker(report.symbol) : paths.alerts} onClick={onGo}>
              {report.sentence}
            </Link>
            <ReportMarks isNew={!readBefore.has(report.id)} late={report.late} url={report.url} />
          </p>
          <p className={`num ${classes.meta}`}>
            <time dateTime={report.firedAt} title={formatDateTime(report.firedAt)}>
              {formatRelative(report.firedAt, now)}
            </time>
            {report.price !== null && <> · at {firedPrice(report.price, report.currency)}</>}
          </p>
        </li>
      ))}
    </ul>
  );
}
