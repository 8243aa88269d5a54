import { Link, useLocation } from 'react-router-dom';
import type { ProviderHealth } from '~/api/types';
import { useNow } from '~/hooks/useNow';
import { quotes } from '~/live/feed';
import { paths } from '~/paths';
import { serverNow } from '~/state/serverClock';
import { affected } from './affected';
import classes from './Banners.module.css';

/** Prices come in one by one, and grow old without a word: they are looked at this often. */
const LOOK_MS = 3000;

/** What on this page is old because its source is failing; nothing where nothing is. */
export default function SourceNotice({ sources }: { sources: readonly ProviderHealth[] }) {
  const { pathname } = useLocation();
  useNow(LOOK_MS);
  // What a page shows it has asked the live feed for.
  const shown = [...quotes.wanted].flatMap((id) => quotes.get(id) ?? []);
  const sentence = affected(sources, pathname, shown, serverNow());
  if (!sentence || pathname === paths.status) return null;
  return (
    <p className={classes.source}>
      {sentence} <Link to={paths.status}>Status</Link>
    </p>
  );
}
