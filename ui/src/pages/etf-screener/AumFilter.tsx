import classes from '~/components/Slider.module.css';
import { useDebouncedUrlParam } from '~/hooks/useDebouncedUrlParam';
import { BLANK } from '~/market/format';
import { aumLabel, aumText, billions, parseAum } from './filterText';
import { LimitField } from './LimitField';
import { MAX_AUM } from './screener';

/** From this minimum on, the minimum thumb is on top: if both thumbs are at the right end, only it can move. */
const MIDDLE = MAX_AUM / 2;

/**
 * SCRN-01: assets under management from $0 to $100B in steps of $1B, as a range slider in the display currency. Shows
 * no amounts until the currency is known.
 */
export function AumFilter({ currency }: { currency: string | undefined }) {
  const [text, setText] = useDebouncedUrlParam('aum');
  const { from, to } = parseAum(text);
  /** Sets typed limits, rounded to billions; returns false if the minimum is above the maximum. */
  const setLimits = (minimum: number, maximum: number): boolean => {
    const [low, high] = [minimum, maximum].map((limit) => Math.min(Math.round(limit), MAX_AUM)) as [
      number,
      number,
    ];
    if (low > high) return false;
    setText(aumText(low, high));
    return true;
  };
  return (
    <fieldset>
      <legend className="visually-hidden">Assets under management (AUM)</legend>
      <div className={classes.label} aria-hidden="true">
        <span>Assets (AUM)</span>
        <strong className="num">{currency ? aumLabel(from, to, currency) : BLANK}</strong>
      </div>
      <div className={classes.track}>
        <span style={{ left: `${from}%`, right: `${MAX_AUM - to}%` }} />
        <input
          type="range"
          aria-label="Minimum AUM"
          aria-valuetext={from === 0 || !currency ? 'no minimum' : `at least ${billions(from, currency)}`}
          className={classes.thumb}
          style={{ zIndex: from >= MIDDLE ? 2 : 1 }}
          min={0}
          max={MAX_AUM}
          step={1}
          value={from}
          onChange={(event) => setText(aumText(Math.min(Number(event.target.value), to), to))}
        />
        <input
          type="range"
          aria-label="Maximum AUM"
          aria-valuetext={to === MAX_AUM || !currency ? 'no maximum' : `at most ${billions(to, currency)}`}
          className={classes.thumb}
          style={{ zIndex: from >= MIDDLE ? 1 : 2 }}
          min={0}
          max={MAX_AUM}
          step={1}
          value={to}
          onChange={(event) => setText(aumText(from, Math.max(Number(event.target.value), from)))}
        />
      </div>
      <div className={classes.scale}>
        <span aria-hidden="true">{currency ? billions(0, currency) : BLANK}</span>
        <span className={classes.limits}>
          <LimitField
            label="Minimum AUM in billions"
            text={from === 0 ? '' : String(from)}
            placeholder="Min"
            onLimit={(limit) => setLimits(limit ?? 0, to)}
          />
          <span aria-hidden="true">to</span>
          <LimitField
            label="Maximum AUM in billions"
            text={to === MAX_AUM ? '' : String(to)}
            placeholder="Max"
            unit="B"
            onLimit={(limit) => setLimits(from, limit ?? MAX_AUM)}
          />
        </span>
        <span aria-hidden="true">{currency && `${billions(MAX_AUM, currency)}+`}</span>
      </div>
    </fieldset>
  );
}
