import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { formatQuote } from '~/market/format';
import { formatDateTime } from '~/market/time';
import { Change } from '../Change';

/** The price and daily change of a listing that isn't followed yet, in its own currency. */
export function FoundPrice({ of, found }: { of: FoundSymbol; found: SymbolPrice | undefined }) {
  if (!found) return null;
  const { price, currency, decimals, change24h, updatedAt } = found;
  return (
    <>
      <b className="num" title={`As of ${formatDateTime(updatedAt)}`}>
        {formatQuote({ type: of.type, currency }, price, decimals)}
      </b>
      {change24h !== null && <Change value={change24h} />}
    </>
  );
}
