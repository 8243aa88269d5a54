import ArticleModal from './ArticleModal';
import { RALLY } from './rally';
import { article } from './rallyArticle';

/** HOME-11: the archived analysis 'Market Rally Continues'. */
export default function RallyModal({ onClose }: { onClose: () => void }) {
  return (
    <ArticleModal
      title={RALLY.title}
      meta={`Last updated: ${RALLY.lastUpdated}`}
      article={article}
      onClose={onClose}
    />
  );
}
