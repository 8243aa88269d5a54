import { Panel } from '~/components/Panel';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useAlertSound } from '~/state/alertSound';
import { playAlertTone } from '~/widgets/alertTone';
import classes from './SettingsPage.module.css';

const CHOICES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

/** The switch for a tone when an alert fires, always for this browser, and a button that plays it. */
export function SoundPanel() {
  const [isOn, setIsOn] = useAlertSound();
  return (
    <Panel title="Alerts">
      <div className={classes.row}>
        <h3>Sound</h3>
        <div className={classes.control}>
          <ViewSwitch
            label="Sound"
            views={CHOICES}
            value={isOn ? 'on' : 'off'}
            onChange={(choice) => setIsOn(choice === 'on')}
          />
        </div>
        <p>
          A short tone when an alert fires while a page is open. Always for this browser only.
          <button type="button" className="link-button" onClick={playAlertTone}>
            Play the tone
          </button>
        </p>
      </div>
    </Panel>
  );
}
