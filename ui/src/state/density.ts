import { useRemembered } from './remembered';

/** How close the rows of tables stand: 52, 36 or 28 px. */
export const DENSITIES = ['comfortable', 'compact', 'terminal'] as const;
export type Density = (typeof DENSITIES)[number];

export const useDensity = () => useRemembered<Density>('density', [...DENSITIES]);
