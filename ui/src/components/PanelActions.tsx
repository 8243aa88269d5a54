import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useStore } from '~/state/useStore';
import classes from './Panel.module.css';

/** Holds the element for controls in a panel's head. Only subscribers re-render when it is set, not the panel. */
class ElementSlot {
  private element: HTMLElement | null = null;
  private readonly listeners = new Set<() => void>();

  /** A ref callback. */
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

/** The element in a panel's head for its controls; null outside a panel. */
export const PanelActionsSlot = createContext<ElementSlot | null>(null);

/** Renders controls into the head of the surrounding panel; on a phone or without a head, in place. */
export function PanelActions({ children }: { children: ReactNode }) {
  const slot = use(PanelActionsSlot);
  const phone = useIsPhone();
  return phone || slot === null ? children : <PortalToSlot slot={slot}>{children}</PortalToSlot>;
}

function PortalToSlot({ slot, children }: { slot: ElementSlot; children: ReactNode }) {
  const element = useStore(slot.subscribe, slot.get);
  // Renders nothing until the element exists: rendering in place first would shift the content and the scroll position.
  return element && createPortal(children, element);
}

interface RowProps {
  /** The first controls of the row. */
  controls: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A row of controls above their content, which can add more with `PanelActions`: the head of a panel without a title.
 */
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
