import type { Ticker } from '~/api/types';
import { NumberField, SelectField, TextField } from '~/components/form/fields';
import { CONDITIONS, PERCENT_FIELD, priceField, WINDOWS } from '~/market/alertChoices';
import { formatNumber, type Quoted } from '~/market/format';
import { useIsHydrated } from '~/state/hydration';
import classes from './AlertForm.module.css';
import { AlreadyMet } from './AlreadyMet';
import {
  type ConditionDraft,
  type Draft,
  hasBars,
  hasCondition,
  hasSide,
  hasValue,
  hasWindow,
  isDistance,
  isEvent,
  isFiling,
  isGap,
  isPercent,
} from './draft';
import { FilingForms } from './FilingForms';
import { EVENTS, INDICATORS, INTERVALS } from './labels';

interface Props {
  draft: Draft;
  /** The selected ticker. */
  ticker: Ticker | undefined;
  valueError: string | undefined;
  /** The error of the forms of an alert on filings. */
  formsError: string | undefined;
  onChange: (change: Partial<Draft>) => void;
}

const EVENT_HINTS: Readonly<Record<string, string>> = {
  earnings: 'Sent at 9:00 AM exchange time the day before.',
  ex_date: 'Sent at 9:00 AM exchange time the day before.',
  stale: 'No price update for longer than usual.',
  filing: 'Sent for each new filing. SEC EDGAR is checked every hour.',
};

/** ALRT-02: the fields of each alert type. */
export function ConditionFields({ draft, ticker, valueError, formsError, onChange }: Props) {
  if (!hasCondition(draft))
    return (
      <>
        <SelectField
          label="About"
          choices={EVENTS}
          value={draft.event}
          description={EVENT_HINTS[draft.event]}
          onChange={(event) => onChange({ event })}
        />
        {isFiling(draft) && (
          <FilingForms chosen={draft.forms} error={formsError} onChange={(forms) => onChange({ forms })} />
        )}
        {!isEvent(draft) && (
          <TextField
            label="Keywords (optional)"
            placeholder="earnings guidance"
            maxLength={100}
            value={draft.words}
            description="Fires for every new article about this asset. With keywords, only for articles that contain all of them."
            onChange={(words) => onChange({ words })}
          />
        )}
      </>
    );
  return (
    <>
      <MeasureFields
        draft={draft}
        ticker={ticker}
        valueError={valueError}
        joined={draft.and.length > 0}
        onChange={onChange}
      />
      {ticker && <AlreadyMet draft={draft} ticker={ticker} onChange={onChange} />}
    </>
  );
}

interface MeasureProps {
  draft: ConditionDraft;
  ticker: Ticker | undefined;
  valueError: string | undefined;
  /** One of several conditions that must be true at the same time: excludes crossings and gaps. */
  joined: boolean;
  onChange: (change: Partial<ConditionDraft>) => void;
}

/** A cost has only two sides. */
const COST_CONDITIONS = [
  { value: 'above', label: 'Rises Above My Cost' },
  { value: 'below', label: 'Falls Below My Cost' },
] as const;

/** The measure of a condition and the value it is compared with. */
export function MeasureFields({ draft, ticker, valueError, joined, onChange }: MeasureProps) {
  const technical = draft.type === 'technical';
  const conditions =
    draft.type === 'cost' ? COST_CONDITIONS : technical ? CONDITIONS.slice(0, 3) : CONDITIONS;
  /** Side by side unless one of the two has more fields. */
  const beside = hasSide(draft) && hasValue(draft) && !hasWindow(draft) && !hintOf(draft);
  return (
    <>
      {technical && (
        <div className={hasBars(draft) ? classes.pair : undefined}>
          <SelectField
            label="Indicator"
            choices={joined ? INDICATORS.filter(({ value }) => value !== 'gap') : INDICATORS}
            value={draft.indicator}
            description={hasSide(draft) ? undefined : hintOf(draft)}
            onChange={(indicator) => onChange({ indicator, value: '' })}
          />
          {hasBars(draft) && (
            <SelectField
              label="Based on"
              choices={INTERVALS}
              value={draft.interval}
              onChange={(interval) => onChange({ interval })}
            />
          )}
        </div>
      )}
      <div className={beside ? classes.pair : classes.stacked}>
        {hasSide(draft) && (
          <SelectField
            label="Condition"
            choices={joined ? conditions.filter(({ value }) => value !== 'crosses') : conditions}
            value={draft.condition}
            description={hintOf(draft)}
            onChange={(condition) => onChange({ condition })}
          />
        )}
        <div className={hasWindow(draft) ? classes.pair : undefined}>
          {hasValue(draft) && (
            <ValueField
              draft={draft}
              ticker={ticker}
              error={valueError}
              onChange={(value) => onChange({ value })}
            />
          )}
          {hasWindow(draft) && (
            <SelectField
              label="Within"
              choices={WINDOWS}
              value={draft.windowHours}
              onChange={(windowHours) => onChange({ windowHours })}
            />
          )}
        </div>
      </div>
    </>
  );
}

function hintOf(draft: ConditionDraft): string | undefined {
  if (draft.type === 'volume' && isPercent(draft))
    return "Compares each day's volume with the day before, after the close.";
  if (draft.type === 'cost') return 'By this percentage of what a unit cost on average, over all lists.';
  if (draft.type !== 'technical') return undefined;
  switch (draft.indicator) {
    case 'year_high':
      return 'How far the price is below its 52-week high. Falls below 5% when the price is within 5% of the high.';
    case 'year_low':
      return 'How far the price is above its 52-week low. Falls below 5% when the price is within 5% of the low.';
    case 'gap':
      return 'The gap between the previous close and the open, in either direction.';
    case 'sma_cross':
      return "50-bar vs 200-bar moving average, checked at each bar's close.";
    default:
      return "14-bar relative strength index, checked at each bar's close.";
  }
}

interface ValueProps {
  draft: ConditionDraft;
  ticker: (Quoted & Pick<Ticker, 'symbol'>) | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ValueField({ draft, ticker, error, onChange }: ValueProps) {
  const [label, example] = asks(draft, ticker);
  // Uses the user's number format, which the build doesn't know.
  const isHydrated = useIsHydrated();
  return (
    <NumberField
      label={label}
      placeholder={isHydrated ? example : ''}
      value={draft.value}
      error={error}
      onChange={onChange}
    />
  );
}

/** The label of the value field, and an example in the unit of the measure. */
export function asks(
  draft: ConditionDraft,
  ticker: Quoted | undefined,
): readonly [label: string, example: string] {
  if (isPercent(draft) || isDistance(draft) || isGap(draft)) return PERCENT_FIELD;
  if (draft.type === 'technical') return ['Value (0 to 100)', '70'];
  if (draft.type === 'volume') return ['Value (24h volume)', formatNumber(1e6, 0)];
  return priceField(ticker);
}
