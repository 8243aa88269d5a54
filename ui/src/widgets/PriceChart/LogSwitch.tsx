import classes from './PriceChart.module.css';

interface Props {
  isOn: boolean;
  /** Prices at or below zero have no place on a logarithmic scale. */
  isPossible: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether equal percentages are equally high. */
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
