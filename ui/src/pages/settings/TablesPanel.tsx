import { Panel } from '~/components/Panel';
import { DENSITY_LABELS } from '~/state/density';
import { ChoiceRow } from './SettingRow';

/** Row height of tables. */
export function TablesPanel() {
  return (
    <Panel title="Tables">
      <ChoiceRow setting="density" name="Row height" labels={DENSITY_LABELS} />
    </Panel>
  );
}
