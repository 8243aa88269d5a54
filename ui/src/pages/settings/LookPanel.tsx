import { Panel } from '~/components/Panel';
import { ChoiceRow } from './SettingRow';

/** Color scheme, direction colors, and the price bar above the header. */
export function LookPanel() {
  return (
    <Panel title="Look">
      <ChoiceRow
        setting="color-scheme"
        name="Color scheme"
        labels={{ auto: 'System', light: 'Light', dark: 'Dark' }}
      />
      <ChoiceRow
        setting="direction-colours"
        name="Up and down colors"
        labels={{ 'green-up': 'Green up', 'red-up': 'Red up', 'colour-blind': 'Blue up' }}
      />
      <ChoiceRow setting="market-strip" name="Price bar at the top" labels={{ on: 'Shown', off: 'Hidden' }} />
    </Panel>
  );
}
