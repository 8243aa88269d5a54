import type { Ticker } from '~/api/types';
import { NumberField, SelectField } from '~/components/form/fields';
import { useQuote } from '~/live/useQuote';
import { DOLLARS, type Quoted } from '~/market/format';
import { currencyName } from '~/market/locale';
import classes from './AlertForm.module.css';
import { alreadyHolds, type Draft, hasCondition, hasValue, isPercent } from './draft';
import { CONDITIONS, INDICATORS, INTERVALS, WINDOWS } from './words';

interface Props {
  draft: Draft;
  /** The ticker that was picked. */
  ticker: Ticker | undefined;
  valueError: string | undefined;
  onChange: (change: Partial<Draft>) => void;
}

/** ALRT-02: what the type of alert has to know. */
export function ConditionFields({ draft, ticker, valueError, onChange }: Props) {
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
        description={technical ? technicalHint(draft) : undefined}
        onChange={(condition) => onChange({ condition })}
      />
      <div className={isPercent(draft) ? classes.pair : undefined}>
        {hasValue(draft) && (
          <ValueField
            draft={draft}
            ticker={ticker}
            error={valueError}
            onChange={(value) => onChange({ value })}
          />
        )}
        {isPercent(draft) && (
          <SelectField
            label="Within"
            choices={WINDOWS}
            value={draft.windowHours}
            onChange={(windowHours) => onChange({ windowHours })}
          />
        )}
      </div>
      {ticker && <HoldsAlready draft={draft} ticker={ticker} />}
    </>
  );
}

const technicalHint = ({ indicator }: Draft) =>
  indicator === 'rsi'
    ? 'The relative strength index of 14 bars, judged when a bar is over.'
    : 'The average of 50 bars against that of 200, judged when a bar is over.';

interface ValueProps {
  draft: Draft;
  ticker: Quoted | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ValueField({ draft, ticker, error, onChange }: ValueProps) {
  const [label, example] = asks(draft, ticker);
  return (
    <NumberField label={label} placeholder={example} value={draft.value} error={error} onChange={onChange} />
  );
}

function asks(draft: Draft, ticker: Quoted | undefined): [label: string, example: string] {
  if (isPercent(draft)) return ['Value (percent)', '5'];
  if (draft.type === 'technical') return ['Value (0 to 100)', '70'];
  if (draft.type === 'volume') return ['Value (24h volume)', '1,000,000'];
  // An index is a level and a pair of currencies a rate: no money.
  if (ticker?.type === 'currency') return ['Value (rate)', '1.1000'];
  if (draft.symbol.trim().startsWith('^')) return ['Value (points)', '5,000'];
  return [`Value (${currencyName(ticker?.currency ?? DOLLARS)})`, '100.00'];
}

/**
 * Said before the alert is made: it would seem to be broken, for it does not fire now. The server, which decides,
 * says it in the same words once it is made.
 */
function HoldsAlready({ draft, ticker }: { draft: Draft; ticker: Ticker }) {
  const quote = useQuote(ticker);
  if (!alreadyHolds(draft, quote)) return null;
  const [is, comes] = draft.condition === 'above' ? ['above', 'rises above'] : ['below', 'falls below'];
  return (
    <p role="status" className={classes.holds}>
      The {draft.type} of {ticker.symbol} is {is} this value already. The alert fires when it has gone back
      and {comes} it again.
    </p>
  );
}
