import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import channels from '../channels/Channels.module.css';
import classes from './NoPassword.module.css';

/** What a password changes, as in docs/access.md. */
const CHANGES: readonly (readonly [who: string, now: string, then: string])[] = [
  ['People', 'Anyone can read and change everything', 'Sign in once per browser'],
  ['Programs', 'Need no token', 'Use tokens: read, or read and change'],
  ['Browsers', 'No list of browsers', 'Listed here; you can sign out each one'],
  ['Health checks', 'Open', 'Stay open'],
];

/** Shown without a password: what that means, and how to set one. */
export function NoPassword() {
  return (
    <>
      <div className={classes.state}>
        <Icon name="lock" size={20} />
        <h3>No password is set</h3>
        <p>
          Anyone who reaches this address can read and change everything. On a home network that is often
          fine.
        </p>
      </div>
      <div className={channels.pair}>
        <Panel title="Set a password">
          <p className={classes.quick}>
            Set it under <Link to={paths.serverSettings}>Server</Link>, or in the configuration file:
          </p>
          <ol className={classes.steps}>
            <li>
              <h3>Create a password hash</h3>
              <p>The command asks for a password and prints the line for step 2.</p>
              <pre className={channels.lines}>marketdeck hash-password</pre>
            </li>
            <li>
              <h3>Add the line to the configuration file</h3>
              <p>
                The server is started with this file (<code>--config</code>).
              </p>
              <pre className={channels.lines}>password_hash = "$argon2id$…"</pre>
            </li>
            <li>
              <h3>Restart the server</h3>
              <p>
                Every page then asks to sign in. More in <code>docs/access.md</code> in Marketdeck's
                repository.
              </p>
            </li>
          </ol>
        </Panel>
        <Panel title="What a password changes">
          <table className={classes.changes}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Who</span>
                </th>
                <th scope="col">Without</th>
                <th scope="col">With</th>
              </tr>
            </thead>
            <tbody>
              {CHANGES.map(([who, now, then]) => (
                <tr key={who}>
                  <th scope="row">{who}</th>
                  <td>{now}</td>
                  <td>{then}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      </div>
    </>
  );
}
