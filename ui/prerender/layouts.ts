/** A layout for which the build prerenders pages. Windows of other widths show nothing until the app is loaded. */
export interface Layout {
  name: string;
  /** The media query of the windows that show this layout. */
  media: string;
  /** The width of the viewport during prerendering, in px. */
  width: number;
  /** The routes that are rendered in this layout; all by default. */
  routes?: readonly string[];
  /** The content of the browser's storage during prerendering. */
  storage?: Readonly<Record<string, string>>;
}

const PHONE = { media: '(width < 48em)', width: 390 };
const DESKTOP = { media: '(64em <= width < 120em)', width: 1440 };
/** Home as a deck of cards, for users who chose it or visit regularly. */
const DECK = { routes: ['/'], storage: { 'marketdeck.home-view': 'deck' } };

export const LAYOUTS: readonly Layout[] = [
  { name: 'phone', ...PHONE },
  { name: 'desktop', ...DESKTOP },
  { name: 'phone-deck', ...PHONE, ...DECK },
  { name: 'desktop-deck', ...DESKTOP, ...DECK },
];
