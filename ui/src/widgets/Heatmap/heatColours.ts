/** The colours of 'up' by the line that is drawn with it: what is none of these is the color-blind safe pair. */
const BY_LINE: Readonly<Record<string, 'green' | 'red'>> = { '#10b981': 'green', '#ef4444': 'red' };

/**
 * Which colours mean up and down on this page. Read when it renders, which it does once a second while prices move: a theme tells
 * nobody that it changed.
 */
export function heatColours(): 'green' | 'red' | 'blue' {
  const line = getComputedStyle(document.documentElement).getPropertyValue('--md-up-line').trim();
  return BY_LINE[line] ?? 'blue';
}
