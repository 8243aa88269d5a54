import { useEffect } from 'react';

const HANDS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * The first sign of a hand fetches what the header opens: it then opens at once, and also when the network
 * is lost by that time, which is when somebody looks into the notifications.
 */
export function useForesight(): void {
  useEffect(() => {
    const rest = () => {
      for (const hand of HANDS) window.removeEventListener(hand, fetchLayers);
    };
    const fetchLayers = () => {
      rest();
      const parts = [import('~/components/layer/PopupLayer'), import('./shell/NotificationList')];
      void Promise.allSettled(parts); // who opens one is told then
    };
    for (const hand of HANDS) window.addEventListener(hand, fetchLayers, { passive: true });
    return rest;
  }, []);
}
