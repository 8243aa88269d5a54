import { Switch } from '@mantine/core';
import { Dialog } from '~/components/layer/Dialog';
import { useSingleKeys } from '~/state/singleKeys';
import classes from './ShortcutsDialog.module.css';
import { SHORTCUT_GROUPS } from './shortcutGroups';

/** The list of all keyboard shortcuts, with a switch that turns off single-key shortcuts. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useSingleKeys();
  return (
    <Dialog title="Keyboard shortcuts" width={64} onClose={onClose}>
      <div className={classes.switch}>
        <Switch
          label="Single-key shortcuts"
          description="Letters, digits, / and ? pressed without Ctrl or Alt. Saved in this browser."
          checked={isOn}
          onChange={(event) => setIsOn(event.currentTarget.checked)}
        />
      </div>
      <div className={classes.groups}>
        {SHORTCUT_GROUPS.map(({ title, note, keys }) => (
          <section key={title}>
            <h3>
              {title}
              {note && <small> {note}</small>}
            </h3>
            <dl>
              {keys.map(([names, action]) => (
                <div key={action}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
