import type { ReactNode } from 'react';
import classes from './DialogButtons.module.css';

/** The buttons of a dialog; the confirming button comes last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
