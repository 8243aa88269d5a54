import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '~/api/client';
import { configQuery, symbolsQuery } from '~/api/queries';
import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { typeName } from '~/market/format';
import { paths } from '~/paths';
import { TickerLogo } from '~/widgets/TickerLogo';
import { FoundPrice } from '~/widgets/TickerSearch/FoundPrice';
import { FOLLOWED_STATE, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import { useFoundPrices } from '~/widgets/TickerSearch/useFoundPrices';
import { isOwner } from '~/widgets/useReadOnly';
import classes from './LookUp.module.css';

/** A symbol that is not followed yet: searches the providers and follows a result. */
export function LookUp({ symbol }: { symbol: string }) {
  const [isRequested, setRequested] = useState(false);
  const { data: config } = useQuery(configQuery);
  const query = useQuery({ ...symbolsQuery(symbol), enabled: isRequested });
  const lookUp = () => (isRequested ? void query.refetch() : setRequested(true));
  if (config?.readOnly) return <p>This server is read-only and can't follow new symbols.</p>;
  if (!isOwner(config)) return <p>Only the owner of this server can follow new symbols.</p>;
  if (config?.market === 'sample') {
    return (
      <p>
        The sample market doesn't include {symbol}. Start the server with <code>--market&nbsp;live</code> to
        follow any symbol.
      </p>
    );
  }
  return (
    <div className={classes.lookUp}>
      {!query.data?.length && (
        <>
          <p>This searches the data providers. Nothing is stored until you follow it.</p>
          <Button loading={query.isFetching} leftSection={<Icon name="search" size={16} />} onClick={lookUp}>
            Look it up
          </Button>
        </>
      )}
      <p role="status">{query.isFetching ? '' : outcomeText(symbol, query.data, query.error)}</p>
      {query.data && query.data.length > 0 && <Listings symbol={symbol} listings={query.data} />}
    </div>
  );
}

/** The error or 'not found' sentence; empty while there are results. */
function outcomeText(symbol: string, found: FoundSymbol[] | undefined, error: Error | null): string {
  if (error) return error instanceof ApiError ? error.detail : error.message;
  return found?.length === 0 ? `No provider lists ${symbol}.` : '';
}

interface ListingsProps {
  symbol: string;
  listings: readonly FoundSymbol[];
}

/** The search results, with the exact match first. */
function Listings({ symbol, listings }: ListingsProps) {
  const isExactMatch = (listing: FoundSymbol) => listing.symbol.toUpperCase() === symbol.toUpperCase();
  const prices = useFoundPrices(symbol, listings);
  const sorted = listings.toSorted((a, b) => Number(isExactMatch(b)) - Number(isExactMatch(a)));
  return (
    <Panel title="Found" aside={listings.length === 1 ? '1 listing' : `${listings.length} listings`}>
      <ul className={classes.listings} aria-label="Listings">
        {sorted.map((listing, index) => (
          <Listing
            key={listing.symbol}
            listing={listing}
            price={prices.get(listing.symbol)}
            isRequested={isExactMatch(listing)}
            primary={index === 0}
          />
        ))}
      </ul>
      <p className={classes.note}>
        After you follow a listing, its price appears within seconds and its history within minutes, in the
        currency of the listing.
      </p>
    </Panel>
  );
}

interface ListingProps {
  listing: FoundSymbol;
  price: SymbolPrice | undefined;
  /** True for the exact match. */
  isRequested: boolean;
  primary: boolean;
}

function Listing({ listing, price, isRequested, primary }: ListingProps) {
  const navigate = useNavigate();
  const open = (to: string) => navigate(paths.ticker(to));
  const follow = useFollowAndOpen((to) => navigate(paths.ticker(to), FOLLOWED_STATE));
  const { symbol, name, type, exchange, currency, followed } = listing;
  return (
    <li>
      <TickerLogo of={listing} size={36} />
      <div>
        <p>
          <strong>{symbol}</strong> {isRequested && <span className={classes.asked}>Exact match</span>}
        </p>
        <p>{name}</p>
      </div>
      <p className={classes.place}>
        {[typeName(type), exchange, price?.currency ?? currency].filter(Boolean).join(', ')}
      </p>
      <p className={classes.price}>
        <FoundPrice of={listing} found={price} />
      </p>
      <Button
        variant={primary ? 'filled' : 'default'}
        loading={follow.isPending}
        aria-label={`${followed ? 'Open' : 'Follow'} ${symbol}`}
        onClick={() => (followed ? open(symbol) : follow.start(symbol))}
      >
        {followed ? 'Open' : 'Follow'}
      </Button>
    </li>
  );
}
