import { stored } from './storage';

// Sets the color scheme before the first paint, so that a dark page never flashes white.
const scheme = stored('mantine-color-scheme-value') ?? stored('marketdeck.shared.color-scheme');
const isDark =
  scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
