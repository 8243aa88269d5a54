import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { comparableValue } from '~/market/heldEntry';
import type { HeldRow } from '~/market/holdings';
import { Heatmap } from '~/widgets/Heatmap';
import classes from './MapPanel.module.css';

/** Holdings as a map: areas are values, colors today's changes. */
export default function MapPanel({ rows }: { rows: readonly HeldRow[] }) {
  const isKnown = rows.some((row) => (comparableValue(row) ?? 0) > 0);
  return (
    <Panel title="Weights" className={classes.panel}>
      {isKnown ? (
        <Heatmap label="Weights of the holdings" rows={rows} sizeOf={sizeOf} sizeName="value" isMap />
      ) : (
        <EmptyState text="No position has a value yet." />
      )}
    </Panel>
  );
}

const sizeOf = (row: HeldRow) => comparableValue(row);
