import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { configQuery } from '~/api/queries';
import { Panel } from '~/components/Panel';
import { toast } from '~/state/toasts';
import classes from './AlertForm.module.css';
import { AssetField } from './AssetField';
import { ConditionFields } from './ConditionFields';
import { DeliveryField } from './DeliveryField';
import { type Draft, firstDraft, toAlert } from './draft';
import { SelectField } from './SelectField';
import { useAlertChanges } from './useAlerts';
import { FREQUENCIES, TYPES } from './words';

/** When each frequency speaks. */
const HINTS: Record<string, string> = {
  once: 'Then the alert moves to the history.',
  always: 'Again when the value has clearly gone back before, and at most every five minutes.',
  daily: 'Gathered, and told at 5 pm New York time.',
};

/** ALRT-02, ALRT-03, TICK-10. */
export function AlertForm() {
  const [params] = useSearchParams();
  const { data: config } = useQuery(configQuery);
  const { create } = useAlertChanges();
  const [draft, setDraft] = useState(() => firstDraft(params));
  const put = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const alert = toAlert(draft);
    if (!alert) {
      toast('Missing fields', 'Please fill in all required fields', 'destructive');
      return;
    }
    create.mutate(alert, { onSuccess: () => put({ symbol: '', value: '' }) });
  };
  return (
    <Panel title="Create Alert">
      <form onSubmit={submit} className={classes.form} noValidate>
        <SelectField
          label="Type"
          choices={TYPES}
          value={draft.type}
          onChange={(type) => put({ type, condition: 'above', value: '' })}
        />
        <AssetField symbol={draft.symbol} onChange={(symbol) => put({ symbol })} />
        <ConditionFields draft={draft} onChange={put} />
        <SelectField
          label="Frequency"
          choices={FREQUENCIES}
          value={draft.frequency}
          hint={HINTS[draft.frequency]}
          onChange={(frequency) => put({ frequency })}
        />
        <DeliveryField chosen={draft.delivery} onChange={(delivery) => put({ delivery })} />
        <Button type="submit" loading={create.isPending} disabled={config?.readOnly === true} fullWidth>
          Create Alert
        </Button>
        {config?.readOnly && <p className={classes.hint}>This Marketdeck is for reading only.</p>}
      </form>
    </Panel>
  );
}
