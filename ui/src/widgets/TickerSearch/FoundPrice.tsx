import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { decimalsOf, formatQuote } from '~/market/format';
import { formatDateTime } from '~/market/time';
import { Change } from '../Change';

/** Digits of a price at most: of a coin that costs a fraction of a cent. */
const MOST_DECIMALS = 8;

/** What a listing costs before anybody follows it, in its own currency, and how that changed in a day. */
export function FoundPrice({ of, found }: { of: FoundSymbol; found: SymbolPrice | undefined }) {
  if (!found) return null;
  const { price, currency, decimals, change24h, updatedAt } = found;
  const digits = price < 1 ? Math.min(MOST_DECIMALS, Math.max(decimals, decimalsOf(price))) : decimals;
  return (
    <>
      <b className="num" title={`As of ${formatDateTime(updatedAt)}`}>
        {formatQuote({ type: of.type, currency }, price, digits)}
      </b>
      {change24h !== null && <Change value={change24h} />}
    </>
  );
}
