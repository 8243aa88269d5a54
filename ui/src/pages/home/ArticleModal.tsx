import { Button, Modal } from '@mantine/core';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './ArticleModal.module.css';
import type { Article } from './guides/article';

interface Props {
  title: string;
  /** Read time or date. */
  meta: string;
  article: Article;
  onClose: () => void;
}

/** A full article with a Close button at its end. */
export default function ArticleModal({ title, meta, article, onClose }: Props) {
  const phone = useIsPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="44rem"
      fullScreen={phone}
      classNames={{ title: classes.title ?? '' }}
    >
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
    </Modal>
  );
}
