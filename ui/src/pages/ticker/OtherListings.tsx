import { listingsQuery } from '~/api/queries';
import type { OtherListing, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { paths } from '~/paths';
import classes from './OtherListings.module.css';

/** Includes the code of the ticker search, which a first visit doesn't need. */
const FollowListing = retryingLazy(() => import('./FollowListing'));

/** Number of named exchanges. An instrument may be listed at dozens. */
const MAX_NAMED = 8;

/** 'Also on Xetra, Euronext Paris': the same instrument at other exchanges; hidden if there are none. */
export function OtherListings({ ticker }: { ticker: TickerDetail }) {
  const { data: listings = [] } = useQuery(listingsQuery(ticker.id));
  if (listings.length === 0) return null;
  const named = listings.slice(0, MAX_NAMED);
  const others = listings.length - named.length;
  return (
    <p className={classes.listings}>
      <span>Also on</span>
      {named.map((listing) => (
        <Listing key={listing.symbol} listing={listing} />
      ))}
      {others > 0 && <span>and {others} more</span>}
    </p>
  );
}

/** A link to a followed listing; another one can be followed. */
function Listing({ listing }: { listing: OtherListing }) {
  const { symbol, exchange, currency, followed } = listing;
  const detail = [symbol, currency].filter(Boolean).join(', ');
  const text = exchange === null ? detail : `${exchange} (${detail})`;
  if (followed === null) {
    return (
      <LazyBoundary placeholder={<span>{text}</span>}>
        <FollowListing symbol={symbol} text={text} />
      </LazyBoundary>
    );
  }
  return (
    <Link className={classes.link} to={paths.ticker(symbol)}>
      {text}
    </Link>
  );
}
