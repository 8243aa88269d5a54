import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './Panel.module.css';

/** Where the head of a panel keeps room for controls of what is shown in it; null without one. */
export const HeadSlot = createContext<HTMLElement | null>(null);

/** Controls in the head of the panel around them; on a phone, and without a head, where they are written. */
export function HeadTools({ children }: { children: ReactNode }) {
  const slot = use(HeadSlot);
  const phone = useIsPhone();
  return slot && !phone ? createPortal(children, slot) : children;
}

interface RowProps {
  /** What begins the row. */
  controls: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A row of controls above what they control, which brings further ones into it: the head of a panel without a title. */
export function ToolRow({ controls, className, children }: RowProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      <div className={className}>
        {controls}
        <div ref={setSlot} className={classes.tools} data-tools />
      </div>
      <HeadSlot value={slot}>{children}</HeadSlot>
    </>
  );
}
