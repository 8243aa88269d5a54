import { Panel } from '~/components/Panel';
import { apiUrl } from '~/paths';
import classes from '../channels/Channels.module.css';

/** How programs send a token. */
export function TokenUse() {
  const address = new URL(apiUrl('summary'), location.href).href;
  return (
    <Panel title="How programs use a token">
      <p className={classes.text}>As a header, for dashboards, Prometheus and scripts:</p>
      <pre className={classes.lines}>{`curl -H "Authorization: Bearer TOKEN" ${address}`}</pre>
      <p className={classes.text}>
        Calendar programs and readers of feeds ask for a name and a password: any name, and the token as the
        password.
      </p>
      <p className={classes.text}>
        <code>marketdeck backup</code> takes one that may change things from the variable{' '}
        <code>MARKETDECK_TOKEN</code>.
      </p>
      <p className={classes.text}>
        A token is good until it is revoked, also after the password has changed. More in{' '}
        <code>docs/access.md</code> in Marketdeck's repository.
      </p>
    </Panel>
  );
}
