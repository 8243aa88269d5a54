import { Panel } from '~/components/Panel';
import classes from '../channels/Channels.module.css';

/** What it means that no password is set, and the lines that set one. */
export function NoPassword() {
  return (
    <div className={classes.pair}>
      <Panel title="No password is set">
        <p className={classes.text}>
          Anyone who reaches this address can read and change everything. On a home network that is often
          fine.
        </p>
        <p className={classes.text}>
          Set a password before others can reach it. Without one there are no tokens for programs.
        </p>
      </Panel>
      <Panel title="Set a password">
        <p className={classes.text}>
          This asks for a password and prints a line. Put the line into the configuration file that the server
          is started with (<code>--config</code>), and start it again.
        </p>
        <pre className={classes.lines}>marketdeck hash-password</pre>
        <p className={classes.text}>
          More in <code>docs/access.md</code> in Marketdeck's repository.
        </p>
      </Panel>
    </div>
  );
}
