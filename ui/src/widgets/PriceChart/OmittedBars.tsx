import { type OmittedBarsProps, omittedSentence } from './omittedSentence';
import classes from './PriceChart.module.css';

/** A note about bars omitted from the range as outliers; nothing if there are none. */
export function OmittedBars(props: OmittedBarsProps) {
  const sentence = omittedSentence(props);
  return sentence && <p className={classes.leftOut}>{sentence}</p>;
}
