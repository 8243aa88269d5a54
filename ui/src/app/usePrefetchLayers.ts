import { useEffect } from 'react';

const USER_INPUT = ['pointermove', 'pointerdown', 'keydown'] as const;

/** A browser reports a pointer that lies still, too, when the page is drawn or scrolled under it. */
const isStill = (event: Event): boolean =>
  event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY;

/**
 * The first input of a person fetches what the header opens, and the text a focus explains: they then open at once,
 * and also when the network is lost by that time, which is when somebody looks into the notifications.
 */
export function usePrefetchLayers(): void {
  useEffect(() => {
    const rest = () => {
      for (const event of USER_INPUT) window.removeEventListener(event, fetchLayers);
    };
    const fetchLayers = (event: Event) => {
      if (isStill(event)) return;
      rest();
      const parts = [
        import('~/components/layer/PopupLayer'),
        import('~/components/layer/TooltipBubble'),
        import('./shell/NotificationList'),
      ];
      void Promise.allSettled(parts); // who opens one is told then
    };
    for (const event of USER_INPUT) window.addEventListener(event, fetchLayers, { passive: true });
    return rest;
  }, []);
}
