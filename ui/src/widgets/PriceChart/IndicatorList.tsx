import { edit, type IndicatorSetting, toggle } from '~/market/indicators/settings';
import { IndicatorRow } from './IndicatorRow';

export interface IndicatorListProps {
  settings: readonly IndicatorSetting[];
  onChange: (settings: IndicatorSetting[]) => void;
}

/** A row per indicator; fetched with the layer that shows it. */
export default function IndicatorList({ settings, onChange }: IndicatorListProps) {
  return (
    <ul>
      {settings.map((setting) => (
        <IndicatorRow
          key={setting.type}
          setting={setting}
          onToggle={() => onChange(toggle(settings, setting.type))}
          onEdit={(params) => onChange(edit(settings, setting.type, params))}
        />
      ))}
    </ul>
  );
}
