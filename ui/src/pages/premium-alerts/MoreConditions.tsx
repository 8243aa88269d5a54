import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Ticker } from '~/api/types';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import classes from './AlertForm.module.css';
import { backtestOf, canAddCondition, conditionsWithOneMore, type Draft, toCondition } from './draft';
import { sentence } from './labels';

const JoinedConditions = lazyPart(() => import('./lazyParts'), 'JoinedConditions');

interface Props {
  draft: Draft;
  /** The selected ticker. */
  ticker: Ticker | undefined;
  /** True after the first attempt to submit; errors are shown from then on. */
  submitted: boolean;
  onChange: (change: Pick<Draft, 'and'>) => void;
}

/** The further conditions of an alert, and the button that adds one. */
export function MoreConditions({ draft, ticker, submitted, onChange }: Props) {
  const { and } = draft;
  const add = useRef<HTMLButtonElement>(null);
  const remove = (rest: Draft['and']) => {
    flushSync(() => onChange({ and: rest }));
    add.current?.focus();
  };
  return (
    <>
      {and.length > 0 && (
        <LazyBoundary resetKey={and.length} onFail={() => onChange({ and: [] })}>
          <JoinedConditions
            and={and}
            ticker={ticker}
            submitted={submitted}
            onChange={(changed) => onChange({ and: changed })}
            onRemove={remove}
          />
        </LazyBoundary>
      )}
      {canAddCondition(draft) && (
        <button
          ref={add}
          type="button"
          className={`link-button ${classes.more}`}
          onClick={() => onChange({ and: conditionsWithOneMore(draft) })}
        >
          Add condition
        </button>
      )}
      {and.length > 0 && <Preview draft={draft} ticker={ticker} />}
    </>
  );
}

/** The nullable fields of a condition. */
const EMPTY_CONDITION = { value: null, windowHours: null, indicator: null, interval: null };

/** The conditions as a sentence, as in the alert's row. */
function Preview({ draft, ticker }: Pick<Props, 'draft' | 'ticker'>) {
  const alert = ticker && backtestOf(draft, ticker.symbol);
  if (!alert) return null;
  const and = draft.and.map((each) => ({ ...EMPTY_CONDITION, ...toCondition(each) }));
  return (
    <p className={classes.hint} role="status">
      Fires when all of these are true at once:{' '}
      {sentence(
        { ...EMPTY_CONDITION, words: null, ...alert, condition: alert.condition ?? null, and },
        ticker,
      )}
    </p>
  );
}
