/** A layout of the app for which the build renders every page. Other widths have layouts of their own: they wait for the app. */
export interface Layout {
  name: string;
  /** Which browsers are shown it. */
  media: string;
  /** The viewport's width in pixels while it is rendered. */
  width: number;
  /** Only these routes are rendered in it; all of them unless given. */
  routes?: readonly string[];
  /** What the browser's storage holds while it is rendered. */
  storage?: Readonly<Record<string, string>>;
}

const PHONE = { media: '(width < 48em)', width: 390 };
const DESKTOP = { media: '(64em <= width < 120em)', width: 1440 };
/** Home as a deck of cards, for readers who chose it or come regularly. */
const DECK = { routes: ['/'], storage: { 'marketdeck.home-view': 'deck' } };

export const LAYOUTS: readonly Layout[] = [
  { name: 'phone', ...PHONE },
  { name: 'desktop', ...DESKTOP },
  { name: 'phone-deck', ...PHONE, ...DECK },
  { name: 'desktop-deck', ...DESKTOP, ...DECK },
];
