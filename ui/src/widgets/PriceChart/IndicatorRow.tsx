import { Switch } from '@mantine/core';
import { useId } from 'react';
import { indicatorShade } from '~/chart/colors';
import { useScheme } from '~/chart/palette';
import {
  INDICATOR_NAMES,
  type IndicatorSetting,
  PARAM_CHOICES,
  type ParamChoice,
  paramOf,
} from '~/market/indicators/settings';
import classes from './Indicators.module.css';

const NOTES: Partial<Record<IndicatorSetting['type'], string>> = {
  ichimoku: '9, 26, 52, shifted by 26. Calculated from closes: the history has no highs and lows.',
};

interface Props {
  setting: IndicatorSetting;
  /** Its current value. */
  value: string;
  onToggle: () => void;
  onEdit: (params: Record<string, number>) => void;
}

/** An indicator: its switch and, while enabled, its parameters. */
export function IndicatorRow({ setting, value, onToggle, onEdit }: Props) {
  const id = useId();
  const scheme = useScheme();
  const name = INDICATOR_NAMES[setting.type];
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Switch
          className={classes.switch}
          classNames={{ label: classes.name ?? '' }}
          label={
            <>
              <i className={classes.swatch} style={{ background: indicatorShade(setting.color, scheme) }} />
              {name}
            </>
          }
          aria-describedby={id}
          checked={setting.enabled}
          onChange={onToggle}
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
  const params = PARAM_CHOICES[setting.type];
  return (
    <div className={classes.numbers}>
      {params.map((param) => (
        <Choices
          key={param.param}
          {...param}
          name={name}
          isNamed={params.length > 1}
          value={paramOf(setting, param.param)}
          onChange={(value) => onEdit({ [param.param]: value })}
        />
      ))}
      {note && <p className={classes.note}>{note}</p>}
    </div>
  );
}

interface ChoicesProps extends ParamChoice {
  /** The name of the indicator. */
  name: string;
  /** A single period needs no label. */
  isNamed: boolean;
  value: number;
  onChange: (value: number) => void;
}

/** A parameter with a fixed list of values, all visible. */
function Choices({ label, choices, name, isNamed, value, onChange }: ChoicesProps) {
  const group = useId();
  return (
    <fieldset className={classes.choices} aria-label={`${name}: ${label}`}>
      {isNamed && <span aria-hidden="true">{label}</span>}
      {choices.map((choice) => (
        <label key={choice} className={`num ${classes.choice}`}>
          <input type="radio" name={group} checked={choice === value} onChange={() => onChange(choice)} />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}

function bandNote(setting: IndicatorSetting): string | null {
  const { overbought, oversold } = setting.params;
  return overbought && oversold ? `Overbought above ${overbought}, oversold below ${oversold}` : null;
}
