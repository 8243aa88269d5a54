import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './NotFoundPage.module.css';

/** NAV-06. */
export default function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <div className={`container ${classes.page}`}>
      <h1>Page Not Found</h1>
      <h2>We couldn't find that page</h2>
      <p>The ticker or page you're looking for may not exist or has been moved.</p>
      <TickerSearch />
      <div className={classes.actions}>
        <Button
          component={Link}
          to={paths.home}
          variant="default"
          leftSection={<Icon name="home" size={16} />}
        >
          Home
        </Button>
        <Button variant="default" onClick={() => navigate(-1)} leftSection={<Icon name="back" size={16} />}>
          Go Back
        </Button>
      </div>
    </div>
  );
}
