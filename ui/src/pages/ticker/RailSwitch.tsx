import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import classes from './RailSwitch.module.css';
import { useRail } from './useRail';

/** Hides the column next to the chart, which then takes its width, and shows it again. */
export function RailSwitch() {
  const [rail, setRail] = useRail();
  const isShown = rail === 'shown';
  const label = `${isShown ? 'Hide' : 'Show'} the side panels`;
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={classes.switch}
        data-print="hide"
        aria-label={label}
        onClick={() => setRail(isShown ? 'hidden' : 'shown')}
      >
        <Icon name="right" size={16} />
      </button>
    </Tooltip>
  );
}
