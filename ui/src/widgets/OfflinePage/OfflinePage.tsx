import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import classes from './OfflinePage.module.css';

/** In place of a page of which this browser keeps nothing, while the server cannot be reached. */
export function OfflinePage({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`container ${classes.page}`}>
      <h1>You are offline</h1>
      <p>
        The server cannot be reached, and this browser keeps nothing of this page. Pages you opened lately
        still work.
      </p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>Try again</Button>
        <Button
          component={Link}
          to={paths.home}
          variant="default"
          leftSection={<Icon name="home" size={16} />}
        >
          Home
        </Button>
      </div>
    </div>
  );
}
