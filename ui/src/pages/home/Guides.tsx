import { lazy, useState } from 'react';
import { Icon } from '~/components/Icon';
import { Late } from '~/components/Late';
import { Panel } from '~/components/Panel';
import { useIsPhone } from '~/components/useIsPhone';
import classes from './Guides.module.css';
import { type Guide, guides } from './guides';
import type { Article } from './guides/article';

const ArticleModal = lazy(() => import('./ArticleModal'));

/** HOME-10: four built-in guides, three on a phone; each opens as a full article. */
export function Guides() {
  const phone = useIsPhone();
  const [reading, setReading] = useState<{ guide: Guide; article: Article } | null>(null);
  const shown = guides.slice(0, phone ? 3 : 4);
  const open = async (guide: Guide) => setReading({ guide, ...(await guide.load()) });
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
                <button type="button" onClick={() => open(guide)} aria-label={`Read guide: ${guide.title}`}>
                  Read guide <Icon name="right" size={14} />
                </button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {reading && (
        <Late>
          <ArticleModal
            title={reading.guide.title}
            meta={`${reading.guide.readTime} min read`}
            article={reading.article}
            onClose={() => setReading(null)}
          />
        </Late>
      )}
    </Panel>
  );
}
