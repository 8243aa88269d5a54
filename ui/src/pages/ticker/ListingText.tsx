import type { ReactNode } from 'react';
import type { OtherListing } from '~/api/types';

interface Props {
  listing: Pick<OtherListing, 'symbol' | 'exchange' | 'currency'>;
  /** The price, if it is known. */
  children?: ReactNode;
}

/** A listing as 'Xetra APC.DE EUR'; the exchange and the currency may be unknown. */
export function ListingText({ listing: { symbol, exchange, currency }, children }: Props) {
  return (
    <>
      {exchange && <strong>{exchange}</strong>} {[symbol, currency].filter(Boolean).join(' ')}
      {children}
    </>
  );
}
