import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import classes from './states.module.css';

interface Props {
  text: string;
  /** One line in the place of rows, where something else follows. */
  low?: boolean;
  /** Above the sentence, where nothing else is on the page. */
  icon?: IconName;
  /** Under the sentence: what would be here. */
  hint?: string;
  children?: ReactNode;
}

/** A sentence where data would be, with an action when there is one. */
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
