import type { ReactNode } from 'react';
import classes from './PageHead.module.css';

interface Props {
  title: string;
  /** One sentence on what the page holds. */
  text?: string;
  /** Two or three figures at the right. */
  figures?: readonly { label: string; value: ReactNode }[];
  /** Beside the sentence: the sample badge. */
  children?: ReactNode;
}

/** The head of a list page: its title, a sentence, and the figures that sum it up. */
export function PageHead({ title, text, figures = [], children }: Props) {
  return (
    <div className={classes.head}>
      <div>
        <h1 className="type-page">{title}</h1>
        {text && (
          <p>
            {text} {children}
          </p>
        )}
      </div>
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
