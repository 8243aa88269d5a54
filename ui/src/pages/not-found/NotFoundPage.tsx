import { useDocumentTitle } from '@mantine/hooks';
import { useLocation, useNavigate } from 'react-router-dom';
import { symbolsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Button, ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import Movers from '~/widgets/Movers/Movers';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { LookUp } from './LookUp';
import classes from './NotFoundPage.module.css';

/** Symbols as exchanges and providers write them: 'BRK.B', '^GSPC', 'M&M.NS'. */
const SYMBOL = /^[\^A-Z0-9][A-Z0-9.=&^-]{0,19}$/i;

/** Returns true if the providers can be searched for a symbol, or found it. */
function useCanBeFollowed(symbol: string): boolean {
  const canFollow = useCanFollow();
  // Reads the result of the search below without starting one.
  const { data: found } = useQuery({ ...symbolsQuery(symbol), enabled: false });
  return SYMBOL.test(symbol) && canFollow && found?.length !== 0;
}

/** NAV-06: the not-found page. For a symbol that is not followed yet, the page offers to follow it. */
export default function NotFoundPage() {
  const navigate = useNavigate();
  const looked: unknown = useLocation().state?.looked;
  const symbol = typeof looked === 'string' ? looked : '';
  const canBeFollowed = useCanBeFollowed(symbol);
  const title = canBeFollowed ? `${symbol} isn't followed yet` : 'Page Not Found';
  useDocumentTitle(`${title} · Marketdeck`);
  // A newly opened tab has no page to go back to.
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate(paths.home));
  return (
    <div className={`container ${classes.page}`}>
      <h1 className="type-h1">{title}</h1>
      {!canBeFollowed && (
        <>
          <h2>We couldn't find that page</h2>
          <p>The ticker or page you're looking for may not exist or has been moved.</p>
        </>
      )}
      {symbol && <LookUp symbol={symbol} />}
      <TickerSearch initial={symbol} quiet={symbol !== ''} />
      <div className={classes.actions}>
        <ButtonLink to={paths.home} variant="default" leftSection={<Icon name="home" size={16} />}>
          Home
        </ButtonLink>
        <Button variant="default" onClick={goBack} leftSection={<Icon name="back" size={16} />}>
          Go Back
        </Button>
      </div>
      <div className={classes.movers}>
        <Movers />
      </div>
    </div>
  );
}
