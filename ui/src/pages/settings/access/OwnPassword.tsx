import { type FormEvent, useState } from 'react';
import { call } from '~/api/call';
import { errorText, useAction } from '~/api/useAction';
import { Button } from '~/components/Button';
import { Panel } from '~/components/Panel';
import { PasswordField } from '../PasswordField';
import classes from './Access.module.css';
import { accessQuery } from './useAccess';

/** Changes the user's own password. */
export function OwnPassword() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useAction({
    send: () => call('put', '/api/me/password', { payload: { current, new: next } }),
    refresh: [accessQuery.queryKey],
    done: () => {
      setCurrent('');
      setNext('');
      return ['Password changed', 'Your other browsers have to sign in again.'];
    },
    failed: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Panel title="Your password">
      <form className={classes.form} onSubmit={submit} aria-label="Change your password">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <PasswordField label="New password" value={next} onChange={setNext} />
        {change.error && (
          <p role="alert" className={classes.error}>
            {errorText(change.error)}
          </p>
        )}
        <Button type="submit" disabled={!current || !next} loading={change.isPending}>
          Change password
        </Button>
      </form>
    </Panel>
  );
}
