/** Heatmap colors by the theme's color of a rising line; any other color is the color-blind safe pair. */
const BY_LINE: Readonly<Record<string, 'green' | 'red'>> = { '#10b981': 'green', '#ef4444': 'red' };

/**
 * The colors of up and down on this page. Read at every render (once a second while prices move), because themes send
 * no change event.
 */
export function heatColors(): 'green' | 'red' | 'blue' {
  const line = getComputedStyle(document.documentElement).getPropertyValue('--md-up-line').trim();
  return BY_LINE[line] ?? 'blue';
}
