import { Switch } from '@mantine/core';
import { Fragment } from 'react';
import { alertChannelsQuery, tickerQuery } from '~/api/queries';
import type { Alert, AlertChannel } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { FREQUENCIES } from '~/market/alertChoices';
import { dayOf, formatShortDay } from '~/market/day';
import { channelLabel } from '~/market/deliveryMethods';
import { labelOf } from '~/market/labelOf';
import { formatDate, formatTime } from '~/market/time';
import { paths } from '~/paths';
import { serverNow } from '~/state/clock';
import { TickerLogo } from '~/widgets/TickerLogo';
import { AlertMenuButton } from './AlertMenuButton';
import { AlertProgress, ListProgress } from './AlertProgress';
import classes from './Alerts.module.css';
import { BADGES, sentence, subjectOf } from './labels';
import { toCome, untilWhen } from './lifetime';
import { useAlertChanges, useDelete } from './useAlerts';

/** ALRT-04: an alert with its switch or, if inactive, a button to reactivate it. */
export function AlertRow({ alert }: { alert: Alert }) {
  const { toggle } = useAlertChanges();
  const phone = useIsPhone();
  const { id, active, symbol, type } = alert;
  const { data: ticker } = useQuery({ ...tickerQuery(symbol), enabled: symbol !== '' });
  const { data: channels } = useQuery(alertChannelsQuery);
  const waits = sentence(alert, ticker);
  const subject = subjectOf(alert);
  const alertName = `${subject}: ${waits}`;
  const { confirmAndDelete, isPending } = useDelete(id, alertName);
  const quiet = active && toCome(alert.snoozedUntil, serverNow());
  return (
    <li className={classes.row}>
      <TickerLogo of={ticker ?? { symbol: alert.screen?.name ?? alert.list?.name ?? symbol }} size={36} />
      <div className={classes.words}>
        <p className={classes.title}>
          <Link to={addressOf(alert)}>{subject}</Link> <span>{waits}</span>
        </p>
        <p className={`${classes.meta} ${classes.terms}`}>
          <span className={classes.badge}>{labelOf(BADGES, alert.type)}</span>
          {quiet && <span className={classes.badge}>Snoozed until {untilWhen(quiet, serverNow())}</span>}
          <span>
            {[...(active ? [] : [created(alert)]), ...delivery(alert, channels)].map((term, at) => (
              <Fragment key={term}>
                {at > 0 && ' · '}
                <span className={classes.term}>{term}</span>
              </Fragment>
            ))}
          </span>
        </p>
        {alert.note && <p className={`${classes.meta} ${classes.remark}`}>{alert.note}</p>}
      </div>
      <div className={classes.meter} data-watches={active || undefined}>
        {active && ticker && <AlertProgress alert={alert} ticker={ticker} />}
        {active && alert.list && type !== 'holdings' && <ListProgress alert={alert} list={alert.list.id} />}
      </div>
      <div className={classes.controls}>
        {active ? (
          <Switch
            checked
            size="md"
            aria-label={`Watch ${alertName}`}
            disabled={toggle.isPending}
            onChange={() => toggle.mutate({ id, active: false })}
          />
        ) : (
          <button
            type="button"
            className="quiet-button"
            aria-label={`Reactivate ${alertName}`}
            disabled={toggle.isPending}
            onClick={() => toggle.mutate({ id, active: true })}
          >
            Reactivate
          </button>
        )}
        {active && <AlertMenuButton alert={alert} alertName={alertName} />}
        {/* On a phone the button is in the 'More' menu instead. */}
        {!(active && phone) && (
          <button
            type="button"
            className={`${classes.act} ${classes.delete}`}
            aria-label={`Delete ${alertName}`}
            disabled={isPending}
            onClick={confirmAndDelete}
          >
            <Icon name="trash" size={18} />
          </button>
        )}
      </div>
    </li>
  );
}

/** The page of what the alert watches. */
function addressOf({ type, symbol, list, screen }: Alert): string {
  if (type === 'holdings') return list ? `${paths.holdings}?list=${list.id}` : paths.holdings;
  if (screen) return `${paths.screener}?screen=${screen.id}`;
  return symbol ? paths.ticker(symbol) : paths.watchlist;
}

const created = ({ createdAt }: Alert) => `Created ${formatDate(createdAt)}`;

/** 'Every Time', 'In-App, Push', 'until Mon, Nov 30, 9:00 AM', 'fired Nov 20' (or the time, if today). */
function delivery(alert: Alert, channels: readonly AlertChannel[] | undefined): string[] {
  const { frequency, delivery, lastFiredAt, expiresAt, active } = alert;
  const end = active && expiresAt ? [`until ${untilWhen(expiresAt, serverNow())}`] : [];
  const fired = lastFiredAt ? [`fired ${firedWhen(lastFiredAt)}`] : [];
  const goesTo = delivery.map((channel) => channelLabel(channel, channels)).join(', ');
  return [labelOf(FREQUENCIES, frequency), goesTo, ...end, ...fired];
}

function firedWhen(at: string): string {
  const [day, today] = [dayOf(at), dayOf(serverNow())];
  return day === today ? formatTime(at) : formatShortDay(day, today);
}
