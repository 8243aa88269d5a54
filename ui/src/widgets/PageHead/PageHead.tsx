import type { ReactNode } from 'react';
import classes from './PageHead.module.css';

interface Props {
  title: string;
  /** A sentence about the page. */
  text?: string;
  /** Two or three figures on the right. */
  figures?: readonly { label: string; value: ReactNode }[];
  /** Shown next to the sentence, such as the sample badge. */
  children?: ReactNode;
}

/** The header of a list page: title, sentence and key figures. */
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
