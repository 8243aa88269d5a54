import { Panel } from '~/components/Panel';
import classes from '../channels/Channels.module.css';

/** What it means that no password is set, and the lines that set one. */
export function NoPassword() {
  return (
    <Panel title="No password is set">
      <p className={classes.text}>
        Whoever reaches this address may read and change everything. At home, on a network of your own, that
        is how most people want it. Set a password before others can reach it: without one there are no
        tokens, either.
      </p>
      <p className={classes.text}>
        This asks for a password and prints a line for the configuration file that the server is started with
        (<code>--config</code>); then start it again.
      </p>
      <pre className={classes.lines}>marketdeck hash-password</pre>
      <p className={classes.text}>
        More in <code>docs/access.md</code> in Marketdeck's repository.
      </p>
    </Panel>
  );
}
