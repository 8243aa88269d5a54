import type { PriceUnit } from '~/api/types';
import { decimalsOf, formatMove, formatNumber, formatQuote, UNKNOWN } from '~/market/format';
import { HIDDEN, useAmountsHidden } from '~/state/amounts';
import { Change } from './Change';

interface Props {
  /** Null if unknown. */
  value: number | null | undefined;
  /** ISO code. */
  currency: string;
  decimals?: number;
  /** The unit of a price of one unit, such as the average cost. */
  priceUnit?: PriceUnit;
}

/** An amount of the user's own money; dots while amounts are hidden. */
export function Amount({ value, currency, decimals = 2, priceUnit }: Props) {
  const [hidden] = useAmountsHidden();
  if (typeof value !== 'number') return UNKNOWN;
  return hidden ? <Dots /> : formatQuote({ type: 'stock', currency, priceUnit }, value, decimals);
}

/** A gain or loss of the user's own money; its direction stays visible while amounts are hidden. */
export function AmountChange({ value, currency, decimals = 2 }: Props) {
  const [hidden] = useAmountsHidden();
  if (typeof value !== 'number') return UNKNOWN;
  const text = hidden ? HIDDEN : formatMove({ type: 'stock', currency }, value, decimals);
  return <Change value={value} decimals={decimals} text={text} />;
}

/** The number of held units, with the decimals that it has. */
export function Quantity({ value }: { value: number | null | undefined }) {
  const [hidden] = useAmountsHidden();
  if (typeof value !== 'number') return UNKNOWN;
  return hidden ? <Dots /> : formatNumber(value, decimalsOf(value));
}

/** Dots in place of an amount; a screen reader reads that it is hidden. */
function Dots() {
  return (
    <>
      <span aria-hidden="true">{HIDDEN}</span>
      <span className="visually-hidden">hidden</span>
    </>
  );
}
