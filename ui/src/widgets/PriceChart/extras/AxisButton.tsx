import { type PointerEvent, useState } from 'react';
import { Icon } from '~/components/Icon';
import classes from './Extras.module.css';

interface Props {
  valueUnder: (event: PointerEvent) => number;
  textOf: (value: number) => string;
  /** Where a value lies in the pane, 0 at its top and 1 at its bottom. */
  shareOf: (value: number) => number;
  onPress: (value: number) => void;
}

/** On the value axis, at the height of the pointer: makes an alert of the value there. The keyboard has a key for it. */
export function AxisButton({ valueUnder, textOf, shareOf, onPress }: Props) {
  const [value, setValue] = useState<number | null>(null);
  // A finger that goes down shows the value first; the second tap is on the button.
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
          style={{ top: `${100 * shareOf(value)}%` }}
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
