/** The heatmap's palette for the theme's up color. Any other up color belongs to the color-blind-safe palette. */
const PALETTE_BY_UP_COLOR: Readonly<Record<string, 'green' | 'red'>> = {
  '#10b981': 'green',
  '#ef4444': 'red',
};

/**
 * Returns the heatmap's palette, named by its up color: with 'red', red is up and green is down. Read at every render (once a second
 * while prices move), because a change of the theme fires no event.
 */
export function heatPalette(): 'green' | 'red' | 'blue' {
  const upColor = getComputedStyle(document.documentElement).getPropertyValue('--md-up-line').trim();
  return PALETTE_BY_UP_COLOR[upColor] ?? 'blue';
}
