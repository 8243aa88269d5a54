import { useNavigate } from 'react-router-dom';
import type { OtherListing } from '~/api/types';
import { paths } from '~/paths';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { FOLLOWED_STATE, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import { ListingText } from './ListingText';
import classes from './OtherListings.module.css';

/** A button that follows and opens a listing; plain text where following is not possible. */
export default function FollowListing({ listing }: { listing: OtherListing }) {
  const navigate = useNavigate();
  const canFollow = useCanFollow();
  const follow = useFollowAndOpen((found) => navigate(paths.ticker(found), FOLLOWED_STATE));
  const text = <ListingText listing={listing} />;
  if (!canFollow) return <span className={classes.chip}>{text}</span>;
  return (
    <button
      type="button"
      className={classes.chip}
      disabled={follow.isPending}
      onClick={() => follow.start(listing.symbol)}
    >
      <span className="visually-hidden">Follow</span> {text}
    </button>
  );
}
