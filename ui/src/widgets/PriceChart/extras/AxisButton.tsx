import { type PointerEvent, useState } from 'react';
import { Icon } from '~/components/Icon';
import classes from './Extras.module.css';

interface Props {
  valueUnder: (event: PointerEvent) => number;
  textOf: (value: number) => string;
  /** The position of a value in the pane, from 0 at the top to 1 at the bottom. */
  fractionOf: (value: number) => number;
  onPress: (value: number) => void;
}

/** A button on the value axis at the pointer's height that creates an alert there; the keyboard has a shortcut. */
export function AxisButton({ valueUnder, textOf, fractionOf, onPress }: Props) {
  const [value, setValue] = useState<number | null>(null);
  // A touch shows the value first; the second tap presses the button.
  const follow = (event: PointerEvent) => setValue(valueUnder(event));
  return (
    <div
      className={classes.axis}
      onPointerMove={(event) => event.pointerType !== 'touch' && follow(event)}
      onPointerUp={(event) => {
        if (event.pointerType === 'touch' && event.target === event.currentTarget) follow(event);
      }}
      onPointerLeave={(event) => event.pointerType !== 'touch' && setValue(null)}
      data-axis-alerts
    >
      {value !== null && (
        <button
          type="button"
          className={`num ${classes.add}`}
          tabIndex={-1}
          style={{ top: `${100 * fractionOf(value)}%` }}
          aria-label={`Set an alert at ${textOf(value)}`}
          onClick={() => {
            onPress(value);
            setValue(null);
          }}
        >
          <Icon name="plus" size={12} />
          {textOf(value)}
        </button>
      )}
    </div>
  );
}
