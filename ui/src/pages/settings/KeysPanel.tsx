import { Panel } from '~/components/Panel';
import { ViewSwitch } from '~/components/ViewSwitch';
import { showShortcuts } from '~/state/shortcutsDialog';
import { useSingleKeys } from '~/state/singleKeys';
import classes from './SettingsPage.module.css';

const CHOICES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

/** The switch for shortcuts of a single key, always for this browser, and a button that lists all shortcuts. */
export function KeysPanel() {
  const [isOn, setIsOn] = useSingleKeys();
  return (
    <Panel title="Keyboard">
      <div className={classes.row}>
        <h3>Single-key shortcuts</h3>
        <div className={classes.control}>
          <ViewSwitch
            label="Single-key shortcuts"
            views={CHOICES}
            value={isOn ? 'on' : 'off'}
            onChange={(choice) => setIsOn(choice === 'on')}
          />
        </div>
        <p>
          Always for this browser only.
          <button type="button" className="link-button" onClick={() => showShortcuts(true)}>
            Show all shortcuts
          </button>
        </p>
      </div>
    </Panel>
  );
}
