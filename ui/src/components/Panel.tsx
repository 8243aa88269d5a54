import { type ReactNode, useId, useRef } from 'react';
import { useKeepFocusIn } from '~/hooks/useKeepFocusIn';
import { ErrorBoundary } from './ErrorBoundary';
import classes from './Panel.module.css';
import { PanelActionsSlot, useSlot } from './PanelActions';

interface Props {
  title?: ReactNode;
  /** Secondary text or controls to the right of the title. */
  aside?: ReactNode;
  /** Accessible name of a panel without a visible title. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A card with a heading. Catches errors of its content, and keeps the keyboard focus inside when a focused element
 * disappears.
 */
export function Panel({ title, aside, label, className, children }: Props) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const slot = useSlot();
  useKeepFocusIn(box);
  return (
    <section
      ref={box}
      className={[classes.panel, className].filter(Boolean).join(' ')}
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
    >
      {title && (
        <header className={classes.header}>
          <h2 className={classes.title} id={id}>
            {title}
          </h2>
          {aside && <div className={classes.aside}>{aside}</div>}
          <div ref={slot.set} className={classes.tools} data-tools />
        </header>
      )}
      <PanelActionsSlot value={title ? slot : null}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </PanelActionsSlot>
    </section>
  );
}
