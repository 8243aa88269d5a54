import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AlertReport } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { decimalsOf, formatNumber, formatPrice } from '~/market/format';
import { formatDateTime } from '~/market/time';
import { paths } from '~/paths';
import classes from './ReportList.module.css';

const LATE = 'It happened while the server was away, and was noticed when the missing prices came in.';

interface Props {
  label: string;
  reports: readonly AlertReport[];
  /** Called when a report's ticker is opened: a layer around it closes then. */
  onGo?: () => void;
}

/** What fired, when, and at which price. What was unread when the list appeared stays marked in it. */
export function ReportList({ label, reports, onGo }: Props) {
  const [readBefore] = useState(() => new Set(reports.filter(({ read }) => read).map(({ id }) => id)));
  return (
    <ul className={classes.list} aria-label={label}>
      {reports.map((report) => (
        <li key={report.id} data-new={!readBefore.has(report.id) || undefined}>
          <p className={classes.sentence}>
            <Link to={paths.ticker(report.symbol)} onClick={onGo}>
              {report.sentence}
            </Link>
            {!readBefore.has(report.id) && <span className={classes.new}>New</span>}
            {report.late && (
              <Tooltip label={LATE}>
                <span className={classes.late}>Late</span>
              </Tooltip>
            )}
          </p>
          <p className={`num ${classes.meta}`}>
            {formatDateTime(report.firedAt)}
            {report.price !== null && <> · at {priceOf(report.price, report.currency)}</>}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** In its currency; a level or a rate is in none. */
const priceOf = (price: number, currency: string | null) =>
  currency === null
    ? formatNumber(price, Math.max(2, decimalsOf(price)))
    : formatPrice(price, decimalsOf(price), { currency });
