import { Link, useNavigate } from 'react-router-dom';
import { listingsQuery } from '~/api/queries';
import type { OtherListing, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { paths } from '~/paths';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { FOLLOWED_STATE, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import classes from './OtherListings.module.css';

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

/** A link to a followed listing; a button that follows and opens another one. */
function Listing({ listing }: { listing: OtherListing }) {
  const navigate = useNavigate();
  const canFollow = useCanFollow();
  const follow = useFollowAndOpen((symbol) => navigate(paths.ticker(symbol), FOLLOWED_STATE));
  const { symbol, exchange, currency, followed } = listing;
  const detail = [symbol, currency].filter(Boolean).join(', ');
  const text = exchange === null ? detail : `${exchange} (${detail})`;
  if (followed !== null) {
    return (
      <Link className={classes.link} to={paths.ticker(symbol)}>
        {text}
      </Link>
    );
  }
  if (!canFollow) return <span>{text}</span>;
  return (
    <button
      type="button"
      className={classes.link}
      aria-label={`Follow ${text}`}
      disabled={follow.isPending}
      onClick={() => follow.start(symbol)}
    >
      {text}
    </button>
  );
}
