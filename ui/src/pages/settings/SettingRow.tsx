import type { ReactNode } from 'react';
import { ViewSwitch } from '~/components/ViewSwitch';
import { SETTINGS, type Setting, type SettingValue, useSetting } from '~/state/settings';
import classes from './SettingsPage.module.css';
import { clearBrowserSetting, type DeviceSetting, useSaveSetting, useSettingOrigin } from './useSaveSetting';

interface RowProps {
  setting: DeviceSetting;
  name: string;
  /** Describes the default, for controls that don't show it. */
  defaultText?: string;
  children: ReactNode;
}

const ORIGINS = { device: 'Set in this browser.', every: 'Set for every browser.' } as const;

/** A setting: its name, its control, and where its value was set. */
export function SettingRow({ setting, name, defaultText, children }: RowProps) {
  const origin = useSettingOrigin(setting);
  const help = origin === 'nowhere' ? defaultText : ORIGINS[origin];
  return (
    <div className={classes.row}>
      <h3>{name}</h3>
      <div className={classes.control}>{children}</div>
      {help && (
        <p>
          {help}
          {origin === 'device' && (
            <button
              type="button"
              className="link-button"
              aria-label={`Reset ${name}`}
              onClick={() => clearBrowserSetting(setting)}
            >
              Reset
            </button>
          )}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<S extends Setting> extends Omit<RowProps, 'children'> {
  setting: S;
  labels: Readonly<Record<SettingValue<S>, string>>;
}

/** A setting with two or three choices. */
export function ChoiceRow<S extends Setting>({ labels, ...row }: ChoiceProps<S>) {
  const [value] = useSetting(row.setting);
  const choose = useSaveSetting(row.setting);
  const choices: readonly SettingValue<S>[] = SETTINGS[row.setting];
  return (
    <SettingRow {...row}>
      <ViewSwitch
        label={row.name}
        views={choices.map((each) => ({ value: each, label: labels[each] }))}
        value={value}
        onChange={choose}
      />
    </SettingRow>
  );
}
