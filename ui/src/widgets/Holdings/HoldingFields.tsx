import type { WatchlistEntry } from '~/api/types';
import { EditInPlace } from '~/components/form/EditInPlace';
import { decimalsOf, formatNumber, formatQuote } from '~/market/format';
import { fieldDigits } from '~/market/locale';
import { parseAmount } from '~/market/parseAmount';
import { useAmountsHidden } from '~/state/amounts';
import { Amount, Quantity } from '~/widgets/Amount';
import { useHoldingChange } from '~/widgets/useHoldingChange';
import { useReadOnly } from '~/widgets/useReadOnly';

type Field = 'quantity' | 'cost';

const WORDS: Readonly<Record<Field, { add: string; name: string; invalid: string }>> = {
  quantity: { add: 'Add', name: 'Quantity', invalid: 'Enter a number above zero.' },
  cost: { add: 'Add', name: 'Cost per unit', invalid: 'Enter a price of zero or more.' },
};

interface Props {
  entry: WatchlistEntry;
  field: Field;
  isEditable: boolean;
}

/** Quantity or average cost of a list entry, edited in place unless they are computed from lots. */
export function HoldingField({ entry, field, isEditable }: Props) {
  const readOnly = useReadOnly();
  const [hidden] = useAmountsHidden();
  const change = useHoldingChange();
  const value = entry[field];
  const { symbol } = entry;
  const shown =
    field === 'quantity' ? (
      <Quantity value={value} />
    ) : (
      <Amount value={value} currency={entry.currency} decimals={entry.decimals} priceUnit={entry.priceUnit} />
    );
  if (!isEditable || readOnly || hidden || entry.lots.length > 0) return shown;
  const { add, name, invalid } = WORDS[field];
  const text = value === null ? '' : fieldDigits(String(value));
  const words =
    field === 'quantity' || value === null
      ? formatNumber(value, decimalsOf(value ?? 0))
      : formatQuote({ ...entry, type: 'stock' }, value, entry.decimals);
  const save = (typed: string) => {
    const amount = typed === '' ? null : parseAmount(typed);
    if (typed !== '' && amount === null) return invalid;
    return change({ entry, change: { [field]: amount } });
  };
  return (
    <EditInPlace
      text={text}
      label={
        value === null
          ? `Add ${name.toLowerCase()} of ${symbol}`
          : `Edit ${name.toLowerCase()} of ${symbol}: ${words}`
      }
      fieldLabel={`${name} of ${symbol}`}
      isEmpty={value === null}
      isNumber
      onSave={save}
    >
      {value === null ? add : shown}
    </EditInPlace>
  );
}
