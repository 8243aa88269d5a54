import { screenerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useIsPhone } from '~/hooks/useIsPhone';
import { paths } from '~/paths';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { CriteriaFields } from './CriteriaFields';
import { ResultsPanel } from './ResultsPanel';
import classes from './ScreenerPage.module.css';
import { ScreensBar } from './ScreensBar';
import { useScreen } from './useScreen';

/** The stock screener. The server evaluates the criteria, and the whole screen is in the URL. */
export default function ScreenerPage() {
  const screen = useScreen();
  // The matches of the previous screen stay until those of the new one are loaded.
  const query = useQuery({ ...screenerQuery(screen.query), placeholderData: (previous) => previous });
  const isPhone = useIsPhone();
  return (
    <div className="container">
      {isPhone ? (
        <PageHead title="Stock Screener" />
      ) : (
        <PageHead title="Stock Screener" text="Find stocks by price, growth, valuation and momentum.">
          <Link to={paths.etfScreener} className="link-button">
            Screen ETFs
          </Link>
        </PageHead>
      )}
      <ScreensBar screen={screen} />
      <div className={classes.columns}>
        {!isPhone && (
          <Panel title="Criteria">
            <CriteriaFields screen={screen} result={query.data} />
          </Panel>
        )}
        <ResultsPanel screen={screen} query={query} />
      </div>
    </div>
  );
}
