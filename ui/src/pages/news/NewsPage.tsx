import { newsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Columns } from '~/components/Columns';
import Movers from '~/widgets/Movers/Movers';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { Subscribe } from '~/widgets/Subscribe/Subscribe';
import { ArticlesPanel } from './ArticlesPanel';
import { MentionsPanel } from './MentionsPanel';
import { NewsSentimentPanel } from './NewsSentimentPanel';

/** NEWS-01: market news with sentiment. */
export default function NewsPage() {
  const query = useQuery({ ...newsQuery, refetchInterval: 5 * 60_000 });
  return (
    <div className="container">
      <PageHead title="Market News & Analysis" text="The latest articles and their sentiment.">
        <Subscribe feed="news" />
      </PageHead>
      <Columns
        main={<ArticlesPanel />}
        rail={
          <>
            <NewsSentimentPanel query={query} />
            <MentionsPanel query={query} />
            <Movers />
          </>
        }
      />
    </div>
  );
}
