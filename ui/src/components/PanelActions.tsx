import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useStore } from '~/state/useStore';
import classes from './Panel.module.css';

/** Where a head keeps room for controls. Only who has some hears of it: the panel around would be drawn twice. */
class ElementSlot {
  private element: HTMLElement | null = null;
  private readonly listeners = new Set<() => void>();

  /** A ref. */
  readonly set = (element: HTMLElement | null): void => {
    this.element = element;
    for (const listener of this.listeners) listener();
  };

  readonly get = (): HTMLElement | null => this.element;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export const useSlot = (): ElementSlot => useState(() => new ElementSlot())[0];

/** The room in the head of a panel for controls of what is shown in it; null without one. */
export const PanelActionsSlot = createContext<ElementSlot | null>(null);

/** Controls in the head of the panel around them; on a phone, and without a head, where they are written. */
export function PanelActions({ children }: { children: ReactNode }) {
  const slot = use(PanelActionsSlot);
  const phone = useIsPhone();
  return phone || slot === null ? children : <PortalToSlot slot={slot}>{children}</PortalToSlot>;
}

function PortalToSlot({ slot, children }: { slot: ElementSlot; children: ReactNode }) {
  const element = useStore(slot.subscribe, slot.get);
  // Nowhere until then: what is below would move, and with it a page that is gone back to.
  return element && createPortal(children, element);
}

interface RowProps {
  /** What begins the row. */
  controls: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A row of controls above what they control, which brings further ones into it: the head of a panel without a title. */
export function ActionRow({ controls, className, children }: RowProps) {
  const slot = useSlot();
  return (
    <>
      <div className={className}>
        {controls}
        <div ref={slot.set} className={classes.tools} data-tools />
      </div>
      <PanelActionsSlot value={slot}>{children}</PanelActionsSlot>
    </>
  );
}
