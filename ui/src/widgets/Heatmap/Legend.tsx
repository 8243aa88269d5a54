import { BLANK } from '~/market/format';
import heat from './heat.module.css';
import classes from './Legend.module.css';
import { type Scale, stepText } from './scale';

interface Props {
  scale: Scale;
  /** Without numbers until the changes are known. */
  isKnown?: boolean;
}

/** The color steps with the changes at which they start, from the deepest fall to the steepest rise. */
export function Legend({ scale, isKnown = true }: Props) {
  const steps = scale.map((from, index) => ({ from, step: index + 1 }));
  return (
    <ol className={`num ${classes.legend}`} aria-label="Scale of colors, percent">
      {steps.toReversed().map(({ from, step }) => (
        <li key={-step} className={heat.step} data-direction="down" data-step={step}>
          {isKnown ? stepText(from, 'down') : BLANK}
        </li>
      ))}
      <li className={heat.step}>0</li>
      {steps.map(({ from, step }) => (
        <li key={step} className={heat.step} data-direction="up" data-step={step}>
          {isKnown ? stepText(from, 'up') : BLANK}
        </li>
      ))}
    </ol>
  );
}
