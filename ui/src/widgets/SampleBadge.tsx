import { Tooltip } from '~/components/layer/Tooltip';
import classes from './SampleBadge.module.css';

const WHY =
  'Names and symbols are real; prices and figures are simulated. For real ones, choose live prices in the settings, under Server.';

/** A 'Sample data' badge; hidden for real data. */
export function SampleBadge({ shown = true }: { shown?: boolean }) {
  if (!shown) return null;
  return (
    <Tooltip label={WHY}>
      <span className={classes.badge}>Sample data</span>
    </Tooltip>
  );
}
