import { useNavigate } from 'react-router-dom';
import { paths } from '~/paths';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { FOLLOWED_STATE, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import classes from './OtherListings.module.css';

/** A button that follows and opens a listing; plain text where following is not possible. */
export default function FollowListing({ symbol, text }: { symbol: string; text: string }) {
  const navigate = useNavigate();
  const canFollow = useCanFollow();
  const follow = useFollowAndOpen((found) => navigate(paths.ticker(found), FOLLOWED_STATE));
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
