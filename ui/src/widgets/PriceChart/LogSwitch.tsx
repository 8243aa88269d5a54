import classes from './PriceChart.module.css';

interface Props {
  isOn: boolean;
  /** A logarithmic scale requires prices above zero. */
  isPossible: boolean;
  onChange: (isOn: boolean) => void;
}

/** Switches to a logarithmic scale. */
export function LogSwitch({ isOn, isPossible, onChange }: Props) {
  return (
    <button
      type="button"
      className={classes.log}
      data-key="l"
      aria-label="Log scale"
      aria-pressed={isOn && isPossible}
      disabled={!isPossible}
      onClick={() => onChange(!isOn)}
    >
      Log
    </button>
  );
}
