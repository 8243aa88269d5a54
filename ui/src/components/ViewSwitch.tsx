import { Icon, type IconName } from './Icon';
import classes from './Segmented.module.css';

interface Props<V extends string> {
  /** Label of the switch for screen readers. */
  label: string;
  views: readonly { value: V; label: string; icon?: IconName }[];
  value: V;
  onChange: (value: V) => void;
}

/** A segmented control that switches between views of the same data. */
export function ViewSwitch<V extends string>({ label, views, value, onChange }: Props<V>) {
  return (
    <fieldset className={classes.track} aria-label={label}>
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-pressed={view.value === value}
          onClick={() => onChange(view.value)}
        >
          {view.icon && <Icon name={view.icon} size={16} />}
          <span>{view.label}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The views of rows as a table or as a heatmap. */
const TABLE_OR_HEATMAP = [
  { value: 'table', label: 'Table', icon: 'table' },
  { value: 'heatmap', label: 'Heatmap', icon: 'grid' },
] as const;
type TableView = (typeof TABLE_OR_HEATMAP)[number]['value'];

/** Switches between table and heatmap; on a phone it shares its row with the sort control. */
export function TableOrHeatmap(props: { value: TableView; onChange: (value: TableView) => void }) {
  return (
    <div data-half-row="switch">
      <ViewSwitch label="View" views={TABLE_OR_HEATMAP} {...props} />
    </div>
  );
}
