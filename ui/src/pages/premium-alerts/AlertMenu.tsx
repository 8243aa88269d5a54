import { useState } from 'react';
import type { Alert } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { serverNow } from '~/state/clock';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './AlertMenu.module.css';
import { backtestOfAlert, chartAddress } from './chartAddress';
import { subjectOf } from './labels';
import { fieldOf, momentOf, PAST, snoozes, toCome, untilWhen } from './lifetime';
import { EndField, NoteField } from './lifetimeFields';
import { useAlertChanges, useDelete } from './useAlerts';

interface Props {
  alert: Alert;
  /** 'AAPL: Price rises above $300.00'. */
  alertName: string;
  onDone: () => void;
}

/** The menu of an alert: backtest, snooze, end time, note. */
export default function AlertMenu({ alert, alertName, onDone }: Props) {
  const { id } = alert;
  const subject = subjectOf(alert);
  const readOnly = useReadOnly();
  const { adjust } = useAlertChanges();
  const phone = useIsPhone();
  const [until, setUntil] = useState(() => fieldOf(alert.expiresAt));
  const [note, setNote] = useState(alert.note ?? '');
  const [error, setError] = useState<string>();
  const now = serverNow();
  const quiet = toCome(alert.snoozedUntil, now);
  const snooze = (snoozedUntil: string | null) => {
    const message = snoozedUntil
      ? `${subject} is snoozed until ${untilWhen(snoozedUntil, now)}. You won't be notified before then.`
      : `${subject} is no longer snoozed.`;
    adjust.mutate({ id, change: { snoozedUntil }, message, before: { snoozedUntil: quiet } });
    onDone();
  };
  const save = () => {
    const isSame = until === fieldOf(alert.expiresAt);
    const end = isSame ? alert.expiresAt : (momentOf(until)?.toISOString() ?? null);
    if (!isSame && end && !toCome(end, now)) return setError(PAST);
    const savedOptions = { expiresAt: toCome(alert.expiresAt, now), note: alert.note };
    const change = { ...(!isSame && { expiresAt: end }), note: note.trim() || null };
    const message = end
      ? `${subject} stays active until ${untilWhen(end, now)}.`
      : `The alert on ${subject} was saved.`;
    adjust.mutate({ id, change, message, before: savedOptions });
    onDone();
  };
  const backtest = backtestOfAlert(alert);
  return (
    <>
      {backtest && (
        <Link to={chartAddress(backtest)} className={`link-button ${classes.past}`} onClick={onDone}>
          Past year on the chart
        </Link>
      )}
      <section className={classes.part} aria-label="Snooze">
        <h3>Snooze</h3>
        {quiet && (
          <p className={classes.quiet}>
            Snoozed until {untilWhen(quiet, now)}
            <Button variant="default" size="compact-sm" disabled={readOnly} onClick={() => snooze(null)}>
              End snooze
            </Button>
          </p>
        )}
        <div className={classes.choices}>
          {snoozes(now).map(({ label, until }) => (
            <button
              key={label}
              type="button"
              className="quiet-button"
              disabled={readOnly}
              onClick={() => snooze(until)}
            >
              {label}
            </button>
          ))}
        </div>
      </section>
      <form
        className={classes.part}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <EndField
          value={until}
          error={error}
          onChange={(value) => {
            setUntil(value);
            setError(undefined);
          }}
        />
        <NoteField value={note} onChange={setNote} />
        <Button type="submit" disabled={readOnly} fullWidth>
          Save
        </Button>
      </form>
      {phone && <DeleteButton id={id} alertName={alertName} onDone={onDone} />}
    </>
  );
}

function DeleteButton({ id, alertName, onDone }: { id: number; alertName: string; onDone: () => void }) {
  const { confirmAndDelete, isPending } = useDelete(id, alertName);
  const close = () => {
    onDone();
    void confirmAndDelete();
  };
  return (
    <button type="button" className={classes.delete} disabled={isPending} onClick={close}>
      <Icon name="trash" size={18} /> Delete alert
    </button>
  );
}
