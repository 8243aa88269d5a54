import type { SettingOrigin } from '~/api/types';
import classes from './ServerSetup.module.css';

/** States where the configuration sets a value that therefore can't be changed here; renders nothing for other values. */
export function FixedNote({ setting }: { setting: SettingOrigin }) {
  if (setting.setBy === null) return null;
  return (
    <p className={classes.fixed}>
      Set by <code>{setting.setBy}</code>. Change it there.
    </p>
  );
}
