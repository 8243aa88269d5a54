import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { tickersQuery } from '~/api/queries';
import { Panel } from '~/components/Panel';
import { toast } from '~/components/toasts';
import classes from './Alerts.module.css';
import { useAlertChanges } from './useAlerts';
import { CONDITIONS, FREQUENCIES, TYPES } from './words';

/** TICK-10, ALRT-02, ALRT-03: the form, filled in from the address when a ticker's page sent us. */
export function AlertForm() {
  const [params] = useSearchParams();
  const { data: tickers = [] } = useQuery(tickersQuery());
  const { create } = useAlertChanges();
  const [draft, setDraft] = useState({
    type: 'price',
    symbol: params.get('symbol') ?? '',
    condition: CONDITIONS.find(({ value }) => value === params.get('condition'))?.value ?? 'above',
    value: params.get('value') ?? '',
    frequency: 'once',
  });
  const put = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = Number.parseFloat(draft.value);
    if (!draft.symbol.trim() || Number.isNaN(value)) {
      toast('Missing fields', 'Please fill in all required fields', 'destructive');
      return;
    }
    create.mutate(
      { ...draft, symbol: draft.symbol.trim(), value },
      { onSuccess: () => put({ symbol: '', value: '' }) },
    );
  };
  const conditions = draft.type === 'price' ? CONDITIONS : CONDITIONS.slice(0, 3);
  return (
    <Panel title="Create Alert">
      <form onSubmit={submit} className={classes.form} noValidate>
        <Choice
          label="Type"
          choices={TYPES}
          value={draft.type}
          onChange={(type) => put({ type, condition: 'above' })}
        />
        <label>
          <span>Asset</span>
          <input
            list="alert-assets"
            value={draft.symbol}
            autoComplete="off"
            placeholder="AAPL, BTC, SPY"
            onChange={(event) => put({ symbol: event.target.value })}
          />
        </label>
        <datalist id="alert-assets">
          {tickers.map(({ id, symbol, name }) => (
            <option key={id} value={symbol} label={name} />
          ))}
        </datalist>
        <Choice
          label="Condition"
          choices={conditions}
          value={draft.condition}
          onChange={(condition) => put({ condition: condition as typeof draft.condition })}
        />
        <label>
          <span>{draft.condition === 'percent_change' ? 'Percent' : 'Value'}</span>
          <input
            inputMode="decimal"
            className="num"
            value={draft.value}
            onChange={(event) => put({ value: event.target.value })}
          />
        </label>
        <Choice
          label="Frequency"
          choices={FREQUENCIES}
          value={draft.frequency}
          onChange={(frequency) => put({ frequency })}
        />
        <Button type="submit" loading={create.isPending} fullWidth>
          Create Alert
        </Button>
      </form>
    </Panel>
  );
}

interface ChoiceProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

function Choice({ label, choices, value, onChange }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
