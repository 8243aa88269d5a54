import { SETTINGS, type SettingValue, useSetting } from './settings';

/** Heights of table rows: 52, 36 or 28 px. */
export const DENSITIES = SETTINGS.density;
export type Density = SettingValue<'density'>;
export const useDensity = () => useSetting('density');

export const DENSITY_LABELS: Readonly<Record<Density, string>> = {
  comfortable: 'Comfortable',
  compact: 'Compact',
  terminal: 'Dense',
};
