import { useEffect, useId, useRef } from 'react';
import type { Ticker } from '~/api/types';
import { SelectField } from '~/components/form/fields';
import { MeasureFields } from './ConditionFields';
import { type Draft, type JoinedDraft, valueError } from './draft';
import classes from './JoinedConditions.module.css';
import { TYPES } from './labels';

interface Props {
  and: Draft['and'];
  /** The selected ticker. */
  ticker: Ticker | undefined;
  /** True after the first attempt to submit; errors are shown from then on. */
  submitted: boolean;
  onChange: (and: Draft['and']) => void;
  /** Called when a condition is removed, to move focus. */
  onRemove: (and: Draft['and']) => void;
}

/** Articles and events are instantaneous, but joined conditions must be true at the same time. */
const JOINED_TYPES = TYPES.filter(({ value }) => value !== 'news');

/** The further conditions of an alert. All must be true at the same time. */
export default function JoinedConditions({ and, ticker, submitted, onChange, onRemove }: Props) {
  return and.map((each, at) => (
    <JoinedCondition
      key={each.key}
      number={at + 2}
      draft={each}
      ticker={ticker}
      submitted={submitted}
      onChange={(change) => onChange(and.map((one) => (one === each ? { ...each, ...change } : one)))}
      onRemove={() => onRemove(and.filter((one) => one !== each))}
    />
  ));
}

interface ConditionProps {
  /** 1-based position among all conditions. */
  number: number;
  draft: JoinedDraft;
  ticker: Ticker | undefined;
  submitted: boolean;
  onChange: (change: Partial<JoinedDraft>) => void;
  onRemove: () => void;
}

function JoinedCondition({ number, draft, ticker, submitted, onChange, onRemove }: ConditionProps) {
  const id = useId();
  const first = useRef<HTMLSelectElement>(null);
  // A new condition gets focus.
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset className={classes.joined} aria-labelledby={id}>
      <p className={classes.head}>
        <span id={id}>
          and <span className="visually-hidden">condition {number}</span>
        </span>
        <button
          type="button"
          className="quiet-button"
          aria-label={`Remove condition ${number}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </p>
      <SelectField
        ref={first}
        label="Type"
        choices={JOINED_TYPES}
        value={draft.type}
        onChange={(type) => onChange({ type, condition: 'above', value: '' })}
      />
      <MeasureFields
        draft={draft}
        ticker={ticker}
        valueError={submitted ? valueError(draft) : undefined}
        joined
        onChange={onChange}
      />
    </fieldset>
  );
}
