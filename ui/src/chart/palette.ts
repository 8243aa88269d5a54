import { useComputedColorScheme, useMantineTheme } from '@mantine/core';

export type Scheme = 'light' | 'dark';

/** The theme's colors as hex values, because a canvas cannot use CSS variables. */
export interface Palette {
  scheme: Scheme;
  surface: string;
  hairline: string;
  rowLine: string;
  text2: string;
  text3: string;
  tooltip: string;
  /** Colors of the crosshair's tags. */
  crosshair: { background: string; textColor: string };
  /** Text colors for gains and losses on a tooltip, which is dark in both color schemes. */
  onTooltip: { up: string; down: string };
  /** Colors of gains and losses: one shade for text, and one for lines (`upLine`, `downLine`). */
  up: string;
  down: string;
  upLine: string;
  downLine: string;
}

declare module '@mantine/core' {
  interface MantineThemeOther {
    palettes: Record<Scheme, Palette>;
  }
}

/** Returns the current color scheme. */
export function useScheme(): Scheme {
  return useComputedColorScheme('light', { getInitialValueInEffect: false });
}

/** Returns the current palette. */
export function usePalette(): Palette {
  const scheme = useScheme();
  return useMantineTheme().other.palettes[scheme];
}
