import type { ReactNode } from 'react';
import classes from './DialogButtons.module.css';

/** The buttons at the end of a dialog; what goes on stands last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
