import { type ReactNode, use, useState } from 'react';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { fetchCode, lazyPart } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './Guides.module.css';
import { type Guide, guides } from './guides';
import type { Article } from './guides/article';

const ArticleModal = lazyPart(() => import('./lazyParts'), 'ArticleModal');

interface Reading {
  guide: Guide;
  loading: Promise<{ article: Article }>;
}

/** HOME-10: four built-in guides, three on a phone; each opens as a full article. `children` are below the list. */
export function Guides({ children }: { children?: ReactNode }) {
  const phone = useIsPhone();
  const [reading, setReading] = useState<Reading | null>(null);
  const shown = guides.slice(0, phone ? 3 : 4);
  const [openCount, setOpenCount] = useState(0);
  const open = (guide: Guide) => {
    setReading({ guide, loading: fetchCode(guide.load) });
    setOpenCount(openCount + 1);
  };
  return (
    <Panel title="Investment Guides" aside={`${shown.length} guides`} className={classes.panel}>
      <ul className={classes.list}>
        {shown.map((guide) => (
          <li key={guide.id}>
            <span className={classes.icon}>
              <Icon name={guide.icon} />
            </span>
            <div className={classes.text}>
              <h3>{guide.title}</h3>
              <p>{guide.summary}</p>
              <div className={classes.foot}>
                <span>
                  <Icon name="clock" size={14} /> {guide.readTime} min
                </span>
                <button
                  type="button"
                  className={`link-button ${classes.read}`}
                  onClick={() => open(guide)}
                  aria-label={`Read guide: ${guide.title}`}
                >
                  Read guide <Icon name="right" size={14} />
                </button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {children && <div className={classes.archive}>{children}</div>}
      {reading && (
        <LazyBoundary key={openCount} onFail={() => setReading(null)}>
          <GuideModal {...reading} onClose={() => setReading(null)} />
        </LazyBoundary>
      )}
    </Panel>
  );
}

function GuideModal({ guide, loading, onClose }: Reading & { onClose: () => void }) {
  const { article } = use(loading);
  return (
    <ArticleModal
      title={guide.title}
      meta={`${guide.readTime} min read`}
      article={article}
      onClose={onClose}
    />
  );
}
