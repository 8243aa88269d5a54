import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';

/** HOME-01: where the home page leads on. */
export function HomeLinks() {
  return (
    <>
      <Button
        component={Link}
        to={paths.stockAnalysis}
        variant="default"
        leftSection={<Icon name="chart" size={16} />}
      >
        Explore Markets
      </Button>
      <Button
        component={Link}
        to={paths.cryptoTracker}
        variant="default"
        leftSection={<Icon name="bolt" size={16} />}
      >
        View Trending
      </Button>
    </>
  );
}
