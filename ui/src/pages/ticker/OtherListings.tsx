import { listingsQuery, tickerQuery } from '~/api/queries';
import type { OtherListing, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useQuote } from '~/live/useQuote';
import { formatQuote } from '~/market/format';
import { paths } from '~/paths';
import { delayText } from '~/widgets/priceSource';
import { ListingText } from './ListingText';
import classes from './OtherListings.module.css';

/** Includes the code of the ticker search, which a first visit doesn't need. */
const FollowListing = retryingLazy(() => import('./FollowListing'));

/** Number of named exchanges. An instrument may be listed at dozens. */
const MAX_NAMED = 8;

/** 'Also on' with a chip per exchange that lists the same instrument, this one first; hidden if there are no others. */
export function OtherListings({ ticker }: { ticker: TickerDetail }) {
  const { data: listings = [] } = useQuery(listingsQuery(ticker.id));
  if (listings.length === 0) return null;
  const named = listings.slice(0, MAX_NAMED);
  const others = listings.length - named.length;
  return (
    <section className={classes.listings} aria-label="Also on">
      <span>Also on</span>
      <ul>
        <li>
          <span className={classes.chip} aria-current="true">
            <ListingText listing={ticker}>
              <Price ticker={ticker} />
            </ListingText>
          </span>
        </li>
        {named.map((listing) => (
          <li key={listing.symbol}>
            <Listing listing={listing} />
          </li>
        ))}
        {others > 0 && <li>and {others} more</li>}
      </ul>
    </section>
  );
}

/** A link to a followed listing; another one can be followed. */
function Listing({ listing }: { listing: OtherListing }) {
  const { symbol, followed } = listing;
  const { data: ticker } = useQuery({ ...tickerQuery(symbol), enabled: followed !== null });
  if (followed === null) {
    return (
      <LazyBoundary
        placeholder={
          <span className={classes.chip}>
            <ListingText listing={listing} />
          </span>
        }
      >
        <FollowListing listing={listing} />
      </LazyBoundary>
    );
  }
  return (
    <Link className={classes.chip} to={paths.ticker(symbol)}>
      <ListingText listing={listing}>{ticker && <Price ticker={ticker} />}</ListingText>
    </Link>
  );
}

/** The price of a listing, and its delay if it has one. */
function Price({ ticker }: { ticker: TickerDetail }) {
  const price = useQuote(ticker, (quote) => quote.price);
  const { delayMinutes } = ticker;
  return (
    <>
      {' '}
      <b className="num">{formatQuote(ticker, price, ticker.decimals)}</b>{' '}
      {delayMinutes ? <small>{delayText(delayMinutes)}</small> : null}
    </>
  );
}
