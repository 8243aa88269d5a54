import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './Panel.module.css';

/** Where the head of a panel keeps room for controls of what is shown in it: null without one, undefined before it is there. */
export const HeadSlot = createContext<HTMLElement | null | undefined>(null);

/** Controls in the head of the panel around them; on a phone, and without a head, where they are written. */
export function HeadTools({ children }: { children: ReactNode }) {
  const slot = use(HeadSlot);
  const phone = useIsPhone();
  if (phone || slot === null) return children;
  // Nowhere until then: what is below would move, and with it a page that is gone back to.
  return slot && createPortal(children, slot);
}

interface RowProps {
  /** What begins the row. */
  controls: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A row of controls above what they control, which brings further ones into it: the head of a panel without a title. */
export function ToolRow({ controls, className, children }: RowProps) {
  const [slot, setSlot] = useState<HTMLElement | null>();
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
