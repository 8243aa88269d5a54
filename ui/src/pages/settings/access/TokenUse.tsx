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
        For calendar apps and feed readers: any user name, and the token as the password.
      </p>
      <p className={classes.text}>
        <code>marketdeck backup</code> reads a token with write permission from the variable{' '}
        <code>MARKETDECK_TOKEN</code>.
      </p>
      <p className={classes.text}>
        A token works until you revoke it, even after the password changes. More in{' '}
        <code>docs/access.md</code> in Marketdeck's repository.
      </p>
    </Panel>
  );
}
