import { NativeSelect, Switch } from '@mantine/core';
import { useId } from 'react';
import { indicatorShade } from '~/chart/colours';
import { useScheme } from '~/chart/palette';
import { INDICATOR_NAMES, type IndicatorSetting, PARAM_CHOICES, paramOf } from '~/market/indicators/settings';
import classes from './Indicators.module.css';

const NOTES: Partial<Record<IndicatorSetting['type'], string>> = {
  ichimoku: '9, 26, 52, shifted by 26. From closes: the history holds no highs and lows.',
};

interface Props {
  setting: IndicatorSetting;
  /** Where it stands now. */
  value: string;
  onToggle: () => void;
  onEdit: (params: Record<string, number>) => void;
}

/** One indicator: its switch, and its numbers while it is on. */
export function IndicatorRow({ setting, value, onToggle, onEdit }: Props) {
  const id = useId();
  const scheme = useScheme();
  const name = INDICATOR_NAMES[setting.type];
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.swatch} style={{ background: indicatorShade(setting.color, scheme) }} />
        <Switch
          className={classes.switch}
          label={name}
          aria-describedby={id}
          labelPosition="left"
          checked={setting.enabled}
          onChange={onToggle}
          styles={{ body: { justifyContent: 'space-between', width: '100%' } }}
        />
        <span id={id} className={`num ${classes.value}`}>
          {value}
        </span>
      </div>
      {setting.enabled && <Numbers setting={setting} name={name} onEdit={onEdit} />}
    </li>
  );
}

function Numbers({ setting, name, onEdit }: Pick<Props, 'setting' | 'onEdit'> & { name: string }) {
  const note = NOTES[setting.type] ?? bandNote(setting);
  return (
    <div className={classes.numbers}>
      {PARAM_CHOICES[setting.type].map(({ param, label, choices }) => (
        <NativeSelect
          key={param}
          size="xs"
          label={label}
          aria-label={`${name}: ${label}`}
          value={paramOf(setting, param)}
          data={choices.map(String)}
          onChange={(event) => onEdit({ [param]: Number(event.currentTarget.value) })}
        />
      ))}
      {note && <p className={classes.note}>{note}</p>}
    </div>
  );
}

function bandNote(setting: IndicatorSetting): string | null {
  const { overbought, oversold } = setting.params;
  return overbought && oversold ? `Overbought above ${overbought}, oversold below ${oversold}` : null;
}
