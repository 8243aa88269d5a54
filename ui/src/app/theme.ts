import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { Palette, Scheme } from '~/chart/palette';

/**
 * The color tokens. Green and red each have two tones: a vivid one for lines and a readable one for text. Emerald means action,
 * selection or 'up'; everything else is slate.
 */
const tokens = {
  //                [light,     dark]
  page: ['#f8fafc', '#0a0f16'],
  surface: ['#ffffff', '#10161f'],
  inset: ['#f8fafc', '#0c1219'],
  hairline: ['#e2e8f0', '#1f2a3a'],
  'row-line': ['#edf1f6', '#182230'],
  'input-border': ['#cbd5e1', '#334155'],
  'text-1': ['#0f172a', '#f1f5f9'],
  'text-2': ['#475569', '#a9b6c8'],
  'text-3': ['#5b6b82', '#8796ab'],
  'primary-fill': ['#047857', '#10b981'],
  'on-primary': ['#ffffff', '#03241a'],
  'primary-text': ['#047857', '#34d399'],
  'accent-soft': ['#ecfdf5', '#0b241e'],
  'accent-line': ['#a7f3d0', '#14503f'],
  hold: ['#92600a', '#fbbf24'],
  'hold-soft': ['#fffbeb', '#271e0c'],
  // Errors and destructive actions are always red, even if red means up.
  error: ['#c81e1e', '#f87171'],
  'error-line': ['#ef4444', '#ef4444'],
  'error-fill': ['#c81e1e', '#dc2626'],
  'on-error': ['#ffffff', '#ffffff'],
  tooltip: ['#0f172a', '#1e293b'],
  track: ['#e7edf4', '#1b2635'],
} as const;

type Pair = readonly [light: string, dark: string];
type Tones = { text: Pair; line: Pair; soft: Pair };

const GREEN: Tones = {
  text: ['#047857', '#34d399'],
  line: ['#10b981', '#10b981'],
  soft: ['#ecfdf5', '#0c2720'],
};
const RED: Tones = {
  text: ['#c81e1e', '#f87171'],
  line: ['#ef4444', '#ef4444'],
  soft: ['#fef2f2', '#2a1418'],
};
const BLUE: Tones = {
  text: ['#1d4ed8', '#7cb0ff'],
  line: ['#2f74e6', '#4b8ff5'],
  soft: ['#eff5ff', '#0f2140'],
};
const ORANGE: Tones = {
  text: ['#a84300', '#fba35c'],
  line: ['#e8710a', '#f08326'],
  soft: ['#fff5eb', '#2e1a08'],
};

/** Colors of gains and losses. They are always shown with an arrow or a sign. */
export const directionColours = {
  'green-up': { label: 'Green up, red down', up: GREEN, down: RED },
  'red-up': { label: 'Red up, green down', up: RED, down: GREEN },
  'colour-blind': { label: 'Blue up, orange down (color-blind safe)', up: BLUE, down: ORANGE },
} as const;
export type DirectionColours = keyof typeof directionColours;

function variables(scheme: 0 | 1, direction: DirectionColours): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, pair] of Object.entries(tokens)) result[`--md-${name}`] = pair[scheme];
  for (const side of ['up', 'down'] as const) {
    const tones = directionColours[direction][side];
    result[`--md-${side}`] = tones.text[scheme];
    result[`--md-${side}-line`] = tones.line[scheme];
    result[`--md-${side}-soft`] = tones.soft[scheme];
  }
  return {
    ...result,
    '--mantine-color-body': 'var(--md-page)',
    '--mantine-color-text': 'var(--md-text-1)',
    '--mantine-color-dimmed': 'var(--md-text-3)',
    '--mantine-color-placeholder': 'var(--md-text-3)',
    '--mantine-color-default': 'var(--md-surface)',
    '--mantine-color-default-hover': 'var(--md-inset)',
    '--mantine-color-default-color': 'var(--md-text-1)',
    '--mantine-color-default-border': 'var(--md-hairline)',
    '--mantine-color-anchor': 'var(--md-primary-text)',
    '--mantine-color-error': 'var(--md-error)',
  };
}

export const resolverFor =
  (direction: DirectionColours): CSSVariablesResolver =>
  () => ({ variables: {}, light: variables(0, direction), dark: variables(1, direction) });

/** Returns the theme's colors for canvases. */
function paletteOf(scheme: Scheme, direction: DirectionColours): Palette {
  const index = scheme === 'light' ? 0 : 1;
  const { up, down } = directionColours[direction];
  return {
    scheme,
    surface: tokens.surface[index],
    hairline: tokens.hairline[index],
    rowLine: tokens['row-line'][index],
    text2: tokens['text-2'][index],
    text3: tokens['text-3'][index],
    tooltip: tokens.tooltip[index],
    crosshair: { background: tokens['text-1'][index], textColor: tokens.surface[index] },
    onTooltip: { up: up.text[1], down: down.text[1] },
    up: up.text[index],
    down: down.text[index],
    upLine: up.line[index],
    downLine: down.line[index],
  };
}

const emerald: MantineColorsTuple = [
  '#ecfdf5',
  '#d1fae5',
  '#a7f3d0',
  '#6ee7b7',
  '#34d399',
  '#10b981',
  '#059669',
  '#047857',
  '#065f46',
  '#064e3b',
];
const slate: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
];
const night: MantineColorsTuple = [
  '#f1f5f9',
  '#a9b6c8',
  '#8796ab',
  '#5b6b82',
  '#334155',
  '#182230',
  '#10161f',
  '#0c1219',
  '#0a0f16',
  '#060a0f',
];

const LAYER_STYLES = {
  content: { background: 'var(--md-surface)' },
  header: { background: 'var(--md-surface)' },
  title: { fontWeight: 620 },
} as const;
const LAYER = { transition: 'fade', duration: 150 } as const;

const FONTS = "'Inter Variable', 'Inter Stand-in', 'Inter Stand-in DejaVu', system-ui, sans-serif";

const theme = createTheme({
  primaryColor: 'emerald',
  primaryShade: { light: 7, dark: 5 },
  colors: { emerald, gray: slate, dark: night },
  fontFamily: FONTS,
  headings: { fontFamily: FONTS, fontWeight: '620' },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  components: {
    // Uses plain objects, because `Drawer.extend` would load the drawer's code with every page.
    Drawer: { styles: LAYER_STYLES },
    Modal: {
      styles: LAYER_STYLES,
      defaultProps: {
        radius: 'lg',
        transitionProps: LAYER,
        closeButtonProps: { 'aria-label': 'Close dialog' },
      },
    },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: {
      defaultProps: {
        openDelay: 700,
        transitionProps: LAYER,
        color: 'var(--md-tooltip)',
        multiline: true,
        events: { hover: true, focus: true, touch: true },
      },
      styles: { tooltip: { color: '#f1f5f9', fontSize: '0.75rem', lineHeight: 1.5, maxWidth: '20rem' } },
    },
  },
});

const themes = new Map<DirectionColours, typeof theme>();

/** Returns the theme with the chosen colors of gains and losses. Returns the same object for the same choice. */
export function themeFor(direction: DirectionColours): typeof theme {
  const palettes = { light: paletteOf('light', direction), dark: paletteOf('dark', direction) };
  const cachedTheme = themes.get(direction) ?? { ...theme, other: { palettes } };
  themes.set(direction, cachedTheme);
  return cachedTheme;
}
