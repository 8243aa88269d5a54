import { useEffect } from 'react';

const USER_INPUT = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Returns true for a pointer event without movement, which browsers send when the page scrolls or renders under the pointer. */
const isStill = (event: Event): boolean =>
  event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY;

/**
 * Fetches menus, dialogs and tooltips after the first input. They then open instantly, even if the network is lost, which is when users
 * open the notifications.
 */
export function usePrefetchLayers(): void {
  useEffect(() => {
    const removeListeners = () => {
      for (const event of USER_INPUT) window.removeEventListener(event, fetchLayers);
    };
    const fetchLayers = (event: Event) => {
      if (isStill(event)) return;
      removeListeners();
      const parts = [
        import('~/components/layer/PopupLayer'),
        import('~/components/layer/TooltipBubble'),
        import('~/components/layer/Confirm'),
        import('./shell/NotificationList'),
      ];
      void Promise.allSettled(parts); // opening one reports the error
    };
    for (const event of USER_INPUT) window.addEventListener(event, fetchLayers, { passive: true });
    return removeListeners;
  }, []);
}
