import segmented from '~/components/Segmented.module.css';
import classes from './Settings.module.css';

interface Props<V extends string> {
  label: string;
  choices: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** A labeled segmented control for a few choices. */
export function Segments<V extends string>({ label, choices, value, onChange }: Props<V>) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <div className={`${segmented.track} ${classes.wide}`} role="group" aria-label={label}>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </div>
  );
}
