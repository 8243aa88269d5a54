import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { tickerQuery } from '~/api/queries';
import type { Alert } from '~/api/types';
import { confirm } from '~/components/layer/confirmation';
import { formatDate, formatDateTime } from '~/market/time';
import { paths } from '~/paths';
import { Monogram } from '~/widgets/Monogram';
import classes from './Alerts.module.css';
import { Distance } from './Distance';
import { useAlertChanges } from './useAlerts';
import { CHANNELS, FREQUENCIES, labelOf, sentence, TYPES } from './words';

/** ALRT-04: an alert with its switch, or, when it is over, the way to make it watch again. */
export function AlertRow({ alert }: { alert: Alert }) {
  const { toggle, remove } = useAlertChanges();
  const { id, active, symbol } = alert;
  const { data: ticker } = useQuery(tickerQuery(symbol));
  const waits = sentence(alert, ticker);
  const what = `${symbol}: ${waits}`;
  const ask = async () => {
    const text = `Are you sure you want to delete the alert on ${what}?`;
    if (await confirm({ title: 'Delete alert', text, action: 'Delete' })) remove.mutate(id);
  };
  return (
    <li className={classes.row}>
      {ticker && <Monogram of={ticker} size={36} />}
      <div className={classes.words}>
        <p className={classes.title}>
          <Link to={paths.ticker(symbol)}>{symbol}</Link>
          <span className={classes.badge}>{labelOf(TYPES, alert.type)}</span>
          {alert.isSample && <span className={classes.badge}>Sample</span>}
        </p>
        <p>
          {waits}
          {ticker && active && <Distance alert={alert} ticker={ticker} />}
        </p>
        <p className={`num ${classes.meta}`}>
          {active ? delivery(alert) : `Created ${formatDate(alert.createdAt)}`}
        </p>
      </div>
      <div className={classes.controls}>
        {active ? (
          <Switch
            checked
            size="md"
            aria-label={`Watch ${what}`}
            disabled={toggle.isPending}
            onChange={() => toggle.mutate({ id, active: false })}
          />
        ) : (
          <button
            type="button"
            className="quiet-button"
            aria-label={`Reactivate ${what}`}
            disabled={toggle.isPending}
            onClick={() => toggle.mutate({ id, active: true })}
          >
            Reactivate
          </button>
        )}
        <button
          type="button"
          className="quiet-button"
          aria-label={`Delete ${what}`}
          disabled={remove.isPending}
          onClick={ask}
        >
          Delete
        </button>
      </div>
    </li>
  );
}

/** 'Every Time · In-App · last fired Nov 20, 2:31 PM'. */
function delivery({ frequency, delivery, lastFiredAt }: Alert): string {
  const channels = delivery.map((channel) => labelOf(CHANNELS, channel)).join(', ');
  const fired = lastFiredAt ? [`last met ${formatDateTime(lastFiredAt)}`] : [];
  return [labelOf(FREQUENCIES, frequency), channels, ...fired].join(' · ');
}
