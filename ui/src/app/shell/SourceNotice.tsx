import { useLocation } from 'react-router-dom';
import type { ProviderHealth } from '~/api/types';
import { Link } from '~/components/Link';
import { useShownQuotes } from '~/live/useShownQuotes';
import { paths } from '~/paths';
import classes from './Banners.module.css';
import { describeAffected } from './describeAffected';

/** States which data on this page is old because its source is failing; renders nothing if there is none. */
export default function SourceNotice({ sources }: { sources: readonly ProviderHealth[] }) {
  const { pathname } = useLocation();
  const sentence = useShownQuotes((shown, now) => describeAffected(sources, pathname, shown, now));
  if (!sentence || pathname === paths.status) return null;
  return (
    <p className={classes.source}>
      {sentence} <Link to={paths.status}>Status</Link>
    </p>
  );
}
