import { Button } from '~/components/Button';
import { Dialog } from '~/components/layer/Dialog';
import classes from './ArticleModal.module.css';
import type { Article } from './guides/article';

interface Props {
  title: string;
  /** Reading time or date. */
  meta: string;
  article: Article;
  onClose: () => void;
}

/** A full article with a Close button at the end. */
export default function ArticleModal({ title, meta, article, onClose }: Props) {
  return (
    <Dialog title={title} width={44} onClose={onClose}>
      <p className={classes.meta}>{meta}</p>
      <article className={classes.article}>
        {article.sections.map((section) => (
          <section key={section.heading}>
            <h3>{section.heading}</h3>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph.slice(0, 40)}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
