import { ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';

/** HOME-01: the main links of the home page. */
export function HomeLinks() {
  return (
    <>
      <ButtonLink to={paths.stockAnalysis} variant="default" leftSection={<Icon name="chart" size={16} />}>
        Explore Markets
      </ButtonLink>
      <ButtonLink to={paths.cryptoTracker} variant="default" leftSection={<Icon name="bolt" size={16} />}>
        View Trending
      </ButtonLink>
    </>
  );
}
