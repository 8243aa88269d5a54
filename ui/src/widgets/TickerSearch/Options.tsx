import { Combobox } from '@mantine/core';
import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { typeName } from '~/market/format';
import { Change } from '../Change';
import { TickerLogo } from '../TickerLogo';
import { FoundPrice } from './FoundPrice';
import classes from './TickerSearch.module.css';
import { FOLLOW } from './useFollow';
import type { Listings } from './useListings';
import type { TickerSearchResult } from './useTickerSearch';

interface Props {
  suggestions: TickerSearchResult;
  /** Listings of providers in addition to the hits. */
  listings: Listings;
}

/** The dropdown of the search field: hits and listings that can be followed, then 'Loading...' or 'No results found'. */
export function Options({
  suggestions: { hits, loading, settled, reason },
  listings: { found, prices },
}: Props) {
  return (
    <>
      <Combobox.Options mah="18.75rem" className={classes.options} aria-label="Tickers">
        {hits.map((hit) => (
          <Combobox.Option key={hit.id} value={hit.symbol} className={classes.option}>
            <TickerLogo of={hit} size={32} />
            <span className={classes.names}>
              <strong>{hit.symbol}</strong>
              <span>
                {hit.name} · {typeName(hit.type)}
              </span>
            </span>
            <Change value={hit.change24h} />
          </Combobox.Option>
        ))}
        {found.map((listing) => (
          <Listing key={listing.symbol} listing={listing} price={prices.get(listing.symbol)} />
        ))}
      </Combobox.Options>
      {/* Outside of the list box, which may contain only options. */}
      {loading && <Combobox.Empty>Loading...</Combobox.Empty>}
      {reason && <Combobox.Empty>{reason}</Combobox.Empty>}
      {hits.length + found.length === 0 && settled && <Combobox.Empty>No results found</Combobox.Empty>}
    </>
  );
}

function Listing({ listing, price }: { listing: FoundSymbol; price: SymbolPrice | undefined }) {
  const { symbol, name, type, exchange } = listing;
  return (
    <Combobox.Option value={FOLLOW + symbol} className={classes.option}>
      <TickerLogo of={listing} size={32} />
      <span className={classes.names}>
        <strong>{symbol}</strong>
        <span>{[name, exchange ?? typeName(type)].join(' · ')}</span>
      </span>
      <span className={classes.price}>
        <FoundPrice of={listing} found={price} />
      </span>
      <span className={classes.follow}>Follow</span>
    </Combobox.Option>
  );
}
