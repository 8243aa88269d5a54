import { sourcesQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { paths } from '~/paths';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { FigurePanel } from './FigurePanel';
import classes from './SourcesPage.module.css';
import { SourceTable } from './SourceTable';
import { DotLegend } from './StatusDot';
import { groupFigures } from './sources';

/** /sources: the sources of each kind of figure, in the order in which they are asked, and the facts about each source. */
export default function SourcesPage() {
  const query = useQuery(sourcesQuery);
  return (
    <div className="container">
      <PageHead
        title="Where the numbers come from"
        text="The sources of each figure, in the order in which the server asks them."
      >
        <Link to={paths.status} className={classes.link}>
          Current status
        </Link>
      </PageHead>
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={640} />}
        errorText="Couldn't load the sources."
      >
        {({ isSample, figures, sources }) => (
          <div className={classes.page}>
            {isSample && (
              <p className={classes.sample} role="note">
                This server shows the sample market: all prices, reports and articles are simulated, and no
                source is asked. With <code>--market live</code>, it would ask these sources.
              </p>
            )}
            <DotLegend />
            <div className={classes.groups}>
              {groupFigures(figures).map((group) => (
                <FigurePanel key={group.title} group={group} sources={sources} />
              ))}
            </div>
            <SourceTable sources={sources} isSample={isSample} />
          </div>
        )}
      </QueryState>
    </div>
  );
}
