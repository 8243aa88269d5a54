import { useRemembered } from '~/state/remembered';
import type { DirectionColours } from './theme';

/** How up and down are coloured; remembered. */
export function useDirectionColours() {
  return useRemembered<DirectionColours>('direction-colours', ['green-up', 'red-up', 'colour-blind']);
}

/** Whether the market strip above the header shows; remembered. */
export function useMarketStrip() {
  return useRemembered('market-strip', ['on', 'off']);
}
