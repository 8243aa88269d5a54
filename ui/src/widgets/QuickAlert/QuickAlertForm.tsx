import { type FormEvent, useState } from 'react';
import type { Ticker } from '~/api/types';
import { Button } from '~/components/Button';
import { NumberField, SelectField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import tick from '~/components/tick.module.css';
import { useDerived } from '~/live/useQuote';
import {
  type AlertCondition,
  amountError,
  CONDITIONS,
  FREQUENCIES,
  PERCENT_FIELD,
  priceField,
  WINDOWS,
} from '~/market/alertChoices';
import { fieldDigits } from '~/market/locale';
import { parseAmount } from '~/market/parseAmount';
import { LiveChange, LivePrice } from '../LivePrice';
import { useReadOnlyReason } from '../useReadOnly';
import { alertAddress, levelDigits } from './alertAddress';
import classes from './QuickAlert.module.css';
import { useCreateAlert } from './useCreateAlert';
import { useQuickDelivery } from './useQuickDelivery';

/** The default of a percent change. */
const DEFAULT_PERCENT = '5';

interface Props {
  ticker: Ticker;
  onDone: () => void;
}

/** A form for an alert with a price condition; a link opens the page with all other conditions. */
export function QuickAlertForm({ ticker, onDone }: Props) {
  const reason = useReadOnlyReason();
  const price = useDerived(ticker, (quote) => quote.price);
  // The price at the time of opening, so that it does not change while the user edits it.
  const [level, setLevel] = useState(price === null ? '' : fieldDigits(levelDigits(price, ticker.decimals)));
  const [percent, setPercent] = useState(DEFAULT_PERCENT);
  const [condition, setCondition] = useState<AlertCondition>('above');
  const [windowHours, setWindowHours] = useState('24');
  const [frequency, setFrequency] = useState('once');
  const [submitted, setSubmitted] = useState(false);
  const create = useCreateAlert(ticker);
  const { methods, delivery, isChosen, toggle } = useQuickDelivery();
  const isPercent = condition === 'percent_change';
  const [label, example] = isPercent ? PERCENT_FIELD : priceField(ticker);
  const [text, setText] = isPercent ? [percent, setPercent] : [level, setLevel];
  const value = parseAmount(text);
  const error = amountError(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (error || value === null) return;
    const within = isPercent && { windowHours: Number(windowHours) };
    const by = methods.length > 0 && { delivery };
    create.mutate({ condition, value, frequency, ...within, ...by }, { onSuccess: onDone });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.currentPrice}>
        <b>{ticker.symbol}</b>
        <LivePrice ticker={ticker} />
        <LiveChange ticker={ticker} />
      </p>
      <SelectField
        label="Condition"
        choices={CONDITIONS}
        value={condition}
        onChange={(next) => setCondition(next as AlertCondition)}
      />
      <NumberField
        data-autofocus
        label={label}
        placeholder={example}
        value={text}
        error={submitted ? error : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={setText}
      />
      {isPercent && (
        <SelectField label="Within" choices={WINDOWS} value={windowHours} onChange={setWindowHours} />
      )}
      <SelectField label="Frequency" choices={FREQUENCIES} value={frequency} onChange={setFrequency} />
      {methods.length > 0 && (
        <fieldset className={classes.delivery}>
          <legend>Also by</legend>
          {methods.map(({ value: method, label }) => (
            <label key={method}>
              <input
                type="checkbox"
                className={tick.tick}
                checked={isChosen(method)}
                onChange={() => toggle(method)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <Button type="submit" loading={create.isPending} disabled={reason !== null} fullWidth>
        Create Alert
      </Button>
      {reason && <p className={classes.hint}>{reason}</p>}
      <Link to={alertAddress(ticker, condition, value)} className={classes.moreLink} onClick={onDone}>
        More conditions and delivery <Icon name="right" size={14} />
      </Link>
    </form>
  );
}
