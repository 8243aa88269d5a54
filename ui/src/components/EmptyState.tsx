import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import classes from './states.module.css';

interface Props {
  text: string;
  /** Uses only one line, because more content follows. */
  low?: boolean;
  /** Shown above the sentence when the page is otherwise empty. */
  icon?: IconName;
  /** Shown below the sentence. */
  hint?: string;
  children?: ReactNode;
}

/** A sentence in place of missing data, with an optional action. */
export function EmptyState({ text, low = false, icon, hint, children }: Props) {
  return (
    <div className={classes.state} data-low={low || undefined} data-large={icon ? true : undefined}>
      {icon && (
        <span className={classes.icon}>
          <Icon name={icon} size={24} />
        </span>
      )}
      <p>{text}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </div>
  );
}
