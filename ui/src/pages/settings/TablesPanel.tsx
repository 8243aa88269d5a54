import { Panel } from '~/components/Panel';
import { ChoiceRow } from './SettingRow';

/** Row height of tables. */
export function TablesPanel() {
  return (
    <Panel title="Tables">
      <ChoiceRow
        setting="density"
        name="Row height"
        labels={{ comfortable: 'Comfortable', compact: 'Compact', terminal: 'Dense' }}
      />
    </Panel>
  );
}
