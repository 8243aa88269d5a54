import { formatNumber } from '~/market/format';
import classes from './Chart.module.css';
import { fromTop, isFree, partTags } from './overlay';
import { axisDecimals, type Range, tagDecimals, ticksOf } from './scale';

/** Lines of the grid, beneath the drawing. */
export function Grid({ range }: { range: Range }) {
  return ticksOf(range).map((tick) => (
    <span key={tick} className={classes.gridLine} style={{ top: `${fromTop(tick, range)}%` }} />
  ));
}

interface Props {
  range: Range;
  last: number;
  direction: 'up' | 'down';
  /** Price under the crosshair. */
  crosshair: number | null;
  /** Digits the price is quoted in. */
  decimals: number;
}

/** The price axis: ticks, and the tags of the last price and of the crosshair. */
export function PriceOverlay({ range, last, direction, crosshair, decimals }: Props) {
  const lastPlace = fromTop(last, range);
  const crossPlace = crosshair === null ? null : partTags(lastPlace, fromTop(crosshair, range));
  const tags = crossPlace === null ? [lastPlace] : [lastPlace, crossPlace];
  const tag = (price: number) => formatNumber(price, tagDecimals(price, decimals));
  return (
    <>
      {ticksOf(range).map((tick) => {
        const place = fromTop(tick, range);
        return isFree(place, tags) ? (
          <span key={tick} className={`num ${classes.tick}`} style={{ top: `${place}%` }}>
            {formatNumber(tick, axisDecimals(range))}
          </span>
        ) : null;
      })}
      <span className={classes.lastLine} data-direction={direction} style={{ top: `${lastPlace}%` }} />
      <span
        className={`num ${classes.tag}`}
        data-direction={direction}
        data-last
        style={{ top: `${lastPlace}%` }}
      >
        {tag(last)}
      </span>
      {crosshair !== null && (
        <>
          <span className={classes.crossRow} style={{ top: `${fromTop(crosshair, range)}%` }} />
          <span className={`num ${classes.tag}`} style={{ top: `${crossPlace}%` }}>
            {tag(crosshair)}
          </span>
        </>
      )}
    </>
  );
}
