import { Button } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import { LookUp } from './LookUp';
import classes from './NotFoundPage.module.css';

/** NAV-06. */
export default function NotFoundPage() {
  const navigate = useNavigate();
  const looked: unknown = useLocation().state?.looked;
  const symbol = typeof looked === 'string' ? looked : '';
  // A tab that was opened here has nothing to go back to.
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate(paths.home));
  return (
    <div className={`container ${classes.page}`}>
      <h1 className="type-h1">Page Not Found</h1>
      <h2>We couldn't find that page</h2>
      <p>The ticker or page you're looking for may not exist or has been moved.</p>
      {symbol && <LookUp symbol={symbol} />}
      <TickerSearch initial={symbol} quiet={symbol !== ''} />
      <div className={classes.actions}>
        <Button
          component={Link}
          to={paths.home}
          variant="default"
          leftSection={<Icon name="home" size={16} />}
        >
          Home
        </Button>
        <Button variant="default" onClick={goBack} leftSection={<Icon name="back" size={16} />}>
          Go Back
        </Button>
      </div>
    </div>
  );
}
