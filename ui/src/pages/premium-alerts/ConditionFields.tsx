import { useId } from 'react';
import classes from './AlertForm.module.css';
import { type Draft, hasCondition, hasValue, isPercent } from './draft';
import { SelectField } from './SelectField';
import { CONDITIONS, INDICATORS, INTERVALS, WINDOWS } from './words';

interface Props {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

/** ALRT-02: what the type of alert has to know. */
export function ConditionFields({ draft, onChange }: Props) {
  const technical = draft.type === 'technical';
  if (!hasCondition(draft))
    return <p className={classes.hint}>Fires for every new article about the asset.</p>;
  return (
    <>
      {technical && (
        <div className={classes.pair}>
          <SelectField
            label="Indicator"
            choices={INDICATORS}
            value={draft.indicator}
            onChange={(indicator) => onChange({ indicator, value: '' })}
          />
          <SelectField
            label="Computed of"
            choices={INTERVALS}
            value={draft.interval}
            onChange={(interval) => onChange({ interval })}
          />
        </div>
      )}
      <SelectField
        label="Condition"
        choices={draft.type === 'price' ? CONDITIONS : CONDITIONS.slice(0, 3)}
        value={draft.condition}
        hint={technical ? technicalHint(draft) : undefined}
        onChange={(condition) => onChange({ condition })}
      />
      <div className={isPercent(draft) ? classes.pair : undefined}>
        {hasValue(draft) && <ValueField draft={draft} onChange={(value) => onChange({ value })} />}
        {isPercent(draft) && (
          <SelectField
            label="Within"
            choices={WINDOWS}
            value={draft.windowHours}
            onChange={(windowHours) => onChange({ windowHours })}
          />
        )}
      </div>
    </>
  );
}

const technicalHint = ({ indicator }: Draft) =>
  indicator === 'rsi'
    ? 'The relative strength index of 14 bars, judged when a bar is over.'
    : 'The average of 50 bars against that of 200, judged when a bar is over.';

function ValueField({ draft, onChange }: { draft: Draft; onChange: (value: string) => void }) {
  const id = useId();
  const [label, example] = asks(draft);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        className="num"
        placeholder={example}
        value={draft.value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function asks(draft: Draft): [label: string, example: string] {
  if (isPercent(draft)) return ['Value (percent)', '5'];
  if (draft.type === 'technical') return ['Value (0 to 100)', '70'];
  if (draft.type === 'volume') return ['Value (24h volume)', '1,000,000'];
  // An index is a level and no money.
  if (draft.symbol.trim().startsWith('^')) return ['Value (points)', '5,000'];
  return ['Value (US dollars)', '100.00'];
}
