import { type FormEvent, useRef, useState } from 'react';
import type { Lot, PriceUnit, WatchlistEntry } from '~/api/types';
import { Button } from '~/components/Button';
import { NumberField, TextField } from '~/components/form/fields';
import { focusFirstError } from '~/components/form/focusFirstError';
import { Icon } from '~/components/Icon';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { dayOf } from '~/market/day';
import { isBlank, type LotErrors, type LotField, type LotText, lotText, parseLot } from '~/market/lotForm';
import { adjustedFor } from '~/market/splits';
import { serverNow } from '~/state/clock';
import classes from './HoldingDialog.module.css';
import { useHoldingChange } from './useHoldingChange';

interface Props {
  entry: Parameters<ReturnType<typeof useHoldingChange>>[0]['entry'] & {
    currency: string;
    priceUnit?: PriceUnit;
    splitsApplied?: WatchlistEntry['splitsApplied'];
  };
  onClose: () => void;
}

const COLUMNS: readonly { field: LotField; label: string }[] = [
  { field: 'date', label: 'Date' },
  { field: 'quantity', label: 'Quantity' },
  { field: 'price', label: 'Price' },
  { field: 'fee', label: 'Fee' },
];

/** The purchases and sales of a list entry, from which quantity and average cost are computed. */
export default function HoldingDialog({ entry, onClose }: Props) {
  const today = dayOf(serverNow());
  const change = useHoldingChange();
  const form = useRef<HTMLFormElement>(null);
  const nextKey = useRef((entry.lots?.length ?? 0) + 1);
  const newRow = (): LotText => ({ key: nextKey.current++, date: today, quantity: '', price: '', fee: '' });
  const [rows, setRows] = useState<readonly LotText[]>(() => {
    const stored = (entry.lots ?? []).map(lotText);
    return stored.length > 0 ? stored : [firstRow(entry, newRow())];
  });
  const [errors, setErrors] = useState<ReadonlyMap<number, LotErrors>>(new Map());
  const [refused, setRefused] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const edit = (key: number, field: LotField, text: string) => {
    setRows(rows.map((row) => (row.key === key ? { ...row, [field]: text } : row)));
    setErrors(new Map([...errors].filter(([each]) => each !== key)));
    setRefused(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = rows.filter((row) => !isBlank(row)).map((row) => ({ row, result: parseLot(row, today) }));
    const found = new Map(
      parsed.flatMap(({ row, result }) => ('errors' in result ? [[row.key, result.errors] as const] : [])),
    );
    setErrors(found);
    if (found.size > 0) {
      requestAnimationFrame(() => focusFirstError(form.current));
      return;
    }
    const lots = parsed.flatMap(({ result }): Lot[] => ('lot' in result ? [result.lot] : []));
    setIsSaving(true);
    const problem = await change({
      entry,
      change: lots.length > 0 ? { lots } : { quantity: null, cost: null, lots: [] },
    });
    setIsSaving(false);
    if (problem === undefined) onClose();
    else setRefused(problem);
  };
  return (
    <Dialog title={`Purchases of ${entry.symbol}`} width={42} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        <p className={classes.intro}>
          {unitText(entry)} For a sale, enter a negative quantity. The total quantity and the average cost are
          computed from these rows. {adjustedFor(entry.splitsApplied ?? [])}
        </p>
        <ul className={classes.rows}>
          {rows.map((row, index) => (
            <li key={row.key} className={classes.row}>
              {COLUMNS.map(({ field, label }) => {
                const Field = field === 'date' ? TextField : NumberField;
                return (
                  <Field
                    key={field}
                    label={label}
                    aria-label={`${label}, row ${index + 1}`}
                    {...(field === 'date' && { type: 'date', max: today })}
                    {...(index === 0 && field === 'quantity' && { 'data-autofocus': true })}
                    value={row[field]}
                    error={errors.get(row.key)?.[field]}
                    onChange={(text) => edit(row.key, field, text)}
                  />
                );
              })}
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove row ${index + 1}`}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              >
                <Icon name="trash" size={18} />
              </button>
            </li>
          ))}
        </ul>
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => setRows([...rows, newRow()])}
        >
          Add a purchase
        </Button>
        {refused && (
          <p role="alert" className={classes.refused}>
            {refused}
          </p>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Names the units of quantities, prices and fees. */
const unitText = ({ priceUnit, currency }: Props['entry']): string =>
  priceUnit === 'percent'
    ? `Quantities are par values in ${currency}, prices are in percent of par, and fees are in ${currency}.`
    : `Prices and fees are in ${currency}.`;

/** The first row starts with a quantity and an average cost that were entered without a date. */
function firstRow({ quantity, cost }: Props['entry'], row: LotText): LotText {
  if (typeof quantity !== 'number') return row;
  return {
    ...lotText({ date: row.date, quantity, price: cost ?? 0, fee: null }, row.key),
    ...(typeof cost !== 'number' && { price: '' }),
  };
}
