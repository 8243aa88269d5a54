import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useStore } from '~/state/useStore';
import classes from './Panel.module.css';

/** Stores the element for controls in a panel's header. When it is set, only subscribers render again, not the panel. */
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

/** The element for controls in a panel's header; null outside a panel. */
export const PanelActionsSlot = createContext<ElementSlot | null>(null);

/** Renders controls into the header of the surrounding panel. On a phone, or without a header, they are rendered in place. */
export function PanelActions({ children }: { children: ReactNode }) {
  const slot = use(PanelActionsSlot);
  const isPhone = useIsPhone();
  return isPhone || slot === null ? children : <PortalToSlot slot={slot}>{children}</PortalToSlot>;
}

function PortalToSlot({ slot, children }: { slot: ElementSlot; children: ReactNode }) {
  const element = useStore(slot.subscribe, slot.get);
  // Renders nothing until the element exists. Rendering in place first would shift the content and the scroll position.
  return element && createPortal(children, element);
}

interface RowProps {
  /** The first controls of the row. */
  controls: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A row of controls above their content, as the header of a panel without a title. The content can add controls with `PanelActions`.
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
