import { useId, useState } from 'react';
import { alertDeliveriesQuery } from '~/api/queries';
import type { AlertDelivery, AlertReport } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { dayOf, formatShortDay, formatWeekday } from '~/market/day';
import { methodLabel } from '~/market/deliveryMethods';
import { formatTime } from '~/market/time';
import { paths } from '~/paths';
import { serverNow } from '~/state/clock';
import { outcomeText } from '~/widgets/AlertChannels/channelState';
import { lastAttempts } from '~/widgets/AlertChannels/deliveries';
import { firedPrice } from '~/widgets/AlertReports/firedPrice';
import { ReportMarks } from '~/widgets/AlertReports/ReportMarks';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './FiredList.module.css';

const DeliveryLog = lazyPart(() => import('./lazyParts'), 'DeliveryLog');

interface Props {
  label: string;
  /** Newest first. */
  reports: readonly AlertReport[];
  /** Groups reports by day; without it, reports of earlier days show the date instead of the time. */
  byDay?: boolean;
}

/** Fired alerts with the delivery outcome per channel. Reports that were unread when the list appeared stay marked. */
export function FiredList({ label, reports, byDay = false }: Props) {
  const [readBefore] = useState(() => new Set(reports.filter(({ read }) => read).map(({ id }) => id)));
  const { data: log = [] } = useQuery(alertDeliveriesQuery());
  const attempts = lastAttempts(log);
  const days = reports.map(({ firedAt }) => dayOf(firedAt));
  return (
    <ul className={classes.list} aria-label={label}>
      {reports.map((report, at) => (
        <li key={`${report.id} ${report.firedAt}`}>
          {byDay && days[at] !== days[at - 1] && (
            <h4 className={classes.day}>{formatWeekday(days[at] ?? '')}</h4>
          )}
          <Row
            report={report}
            isNew={!readBefore.has(report.id)}
            attempts={attempts.get(report.id ?? -1) ?? []}
            withDay={!byDay}
          />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  report: AlertReport;
  isNew: boolean;
  attempts: readonly AlertDelivery[];
  withDay: boolean;
}

function Row({ report, isNew, attempts, withDay }: RowProps) {
  const { symbol, sentence, firedAt, price, currency, late, url } = report;
  const [day, today] = [dayOf(firedAt), dayOf(serverNow())];
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [openings, setOpenings] = useState(0);
  const toggle = () => {
    setOpened(!opened);
    if (!opened) setOpenings(openings + 1);
  };
  return (
    <>
      <div className={classes.row}>
        <TickerLogo of={{ symbol: symbol || 'Alert' }} size={28} />
        <p className={classes.sentence}>
          <Link to={symbol ? paths.ticker(symbol) : paths.alerts}>{sentence}</Link>
          <ReportMarks isNew={isNew} late={late} url={url} />
        </p>
        <span className={`num ${classes.at}`}>{price !== null && `at ${firedPrice(price, currency)}`}</span>
        <Outcomes attempts={attempts} />
        <time dateTime={firedAt} className={`num ${classes.time}`}>
          {withDay && day !== today ? formatShortDay(day, today) : formatTime(firedAt)}
        </time>
        <button
          type="button"
          className={classes.open}
          aria-label={`Deliveries of: ${sentence}`}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={toggle}
        >
          <Icon name="down" size={16} />
        </button>
      </div>
      {opened && (
        <div id={id} className={classes.log}>
          <LazyBoundary resetKey={openings} onFail={() => setOpened(false)}>
            <DeliveryLog report={report} />
          </LazyBoundary>
        </div>
      )}
    </>
  );
}

const TONES = { delivered: 'works', failed: 'failing', given_up: 'lost' } as const;

/** A dot per channel, with a text for screen readers. */
function Outcomes({ attempts }: { attempts: readonly AlertDelivery[] }) {
  return (
    <span className={classes.outcomes}>
      {attempts.map((attempt) => (
        <span
          key={attempt.channel}
          className={classes.dot}
          data-tone={TONES[attempt.outcome as keyof typeof TONES]}
          title={`${methodLabel(attempt.channel)}: ${outcomeText(attempt)}`}
        >
          <span className="visually-hidden">
            {methodLabel(attempt.channel)}: {outcomeText(attempt)}.{' '}
          </span>
        </span>
      ))}
    </span>
  );
}
