import { SETTINGS, type SettingValue, useSetting } from './settings';

/** How close the rows of tables stand: 52, 36 or 28 px. */
export const DENSITIES = SETTINGS.density;
export type Density = SettingValue<'density'>;
export const useDensity = () => useSetting('density');
