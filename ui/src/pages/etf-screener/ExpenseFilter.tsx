import { useId } from 'react';
import classes from '~/components/Slider.module.css';
import { useDebouncedUrlParam } from '~/hooks/useDebouncedUrlParam';
import { BLANK, formatNumber, formatRate } from '~/market/format';
import { useIsHydrated } from '~/state/hydration';
import { expenseLabel, expenseText, parseExpense } from './filterText';
import { LimitField } from './LimitField';
import { MAX_EXPENSE } from './screener';

/** SCRN-01: the maximum expense ratio, from 0 to 1 percent in steps of 0.01. */
export function ExpenseFilter() {
  const id = useId();
  const [text, setText] = useDebouncedUrlParam('expense');
  const percent = parseExpense(text);
  // The user's number format is unknown when the page is prerendered.
  const isHydrated = useIsHydrated();
  return (
    <div>
      <div className={classes.label}>
        <label htmlFor={id}>Maximum expense ratio</label>
        <strong className="num" aria-hidden="true">
          {isHydrated ? expenseLabel(percent) : BLANK}
        </strong>
      </div>
      <div className={classes.track}>
        <span style={{ left: 0, right: `${100 * (MAX_EXPENSE - percent)}%` }} />
        <input
          id={id}
          type="range"
          aria-valuetext={percent === MAX_EXPENSE ? 'no maximum' : formatRate(percent)}
          className={classes.thumb}
          min={0}
          max={MAX_EXPENSE}
          step={0.01}
          value={percent}
          onChange={(event) => setText(expenseText(Number(event.target.value)))}
        />
      </div>
      <div className={classes.scale}>
        <span aria-hidden="true">{isHydrated ? formatRate(0) : BLANK}</span>
        <LimitField
          label="Maximum expense ratio in percent"
          text={percent === MAX_EXPENSE || !isHydrated ? '' : formatNumber(percent, 2)}
          placeholder="Any"
          unit="%"
          onLimit={(limit) => {
            setText(expenseText(limit ?? MAX_EXPENSE));
            return true;
          }}
        />
        <span aria-hidden="true">{isHydrated && `${formatRate(MAX_EXPENSE)}+`}</span>
      </div>
    </div>
  );
}
