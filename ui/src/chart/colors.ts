import type { IndicatorColor } from '~/market/indicators/settings';
import type { Scheme } from './palette';

/** Line color if the direction of the price is unknown. */
export const DEFAULT_LINE = '#6366f1';

/** Text color on the dark background of tags and tooltips, in both color schemes. */
export const ON_TOOLTIP = '#f1f5f9';

/** Shades of the specification's colors. They have a contrast of 3:1 on the surface and differ from the price line's color. */
const SHADES: Record<IndicatorColor, readonly [light: string, dark: string]> = {
  teal: ['#0e7fa0', '#4cc9e6'],
  purple: ['#7c3aed', '#a78bfa'],
  orange: ['#d9660a', '#f97316'],
  red: ['#be185d', '#f472b6'],
  blue: ['#2563eb', '#60a5fa'],
  yellow: ['#a16207', '#facc15'],
  grey: ['#64748b', '#94a3b8'],
};

export function indicatorShade(color: IndicatorColor, scheme: Scheme): string {
  return SHADES[color][scheme === 'light' ? 0 : 1];
}

/** Returns a hex color with an opacity from 0 to 1. */
export function withOpacity(hex: string, opacity: number): string {
  return `${hex}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
