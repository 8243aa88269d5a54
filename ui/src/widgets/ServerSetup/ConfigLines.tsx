import { CopyText } from '~/widgets/CopyText';
import { type Draft, toToml } from './draft';
import classes from './ServerSetup.module.css';

/** The settings as a configuration file, for a server that accepts no changes in the browser. */
export function ConfigLines({ draft }: { draft: Draft }) {
  const toml = toToml(draft);
  return (
    <div className={classes.fields}>
      <p>
        This server is read-only. Copy these lines into its configuration file (<code>--config</code>) and
        restart it.
      </p>
      <div className={classes.lines}>
        <CopyText text={toml} what="configuration" of="this server" />
      </div>
    </div>
  );
}
