/** A screen for which pages are drawn: those between and beyond have layouts of their own, and wait for the app. */
export interface Screen {
  name: string;
  /** Width in pixels. */
  width: number;
  /** Only these routes are drawn for it; all of them unless given. */
  routes?: readonly string[];
  /** What is in the browser's storage. */
  storage?: Readonly<Record<string, string>>;
}

/** Any time: what shows the time is hidden until the browser has said its own. */
const SOME_TIME = Date.UTC(2026, 0, 15, 15);

let screen: Screen = { name: '', width: 0 };

/** Whether a screen of this width fits a media query, as the app writes them: widths in em; of all else, nothing is preferred. */
export function fits(query: string, width: number): boolean {
  const conditions = query.split(' and ').filter((part) => part !== 'screen');
  return conditions.every((condition) => {
    const [, sign, em] = /^\(width (<|>=) ([\d.]+)em\)$/.exec(condition) ?? [];
    if (!sign) return false;
    return sign === '<' ? width < Number(em) * 16 : width >= Number(em) * 16;
  });
}

const nothing = () => {};

class FixedDate extends Date {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(SOME_TIME);
    else super(...(given as [number]));
  }
  static override now() {
    return SOME_TIME;
  }
}

const location = {
  pathname: '/',
  search: '',
  hash: '',
  href: '',
  origin: 'http://localhost',
  protocol: 'http:',
};

/** The little of a browser that the app reads while it is drawn, for this whole process. */
export function installBrowser(): void {
  const storage = (kept: () => Readonly<Record<string, string>>) => ({
    getItem: (key: string) => kept()[key] ?? null,
    setItem: nothing,
    removeItem: nothing,
  });
  const media = (query: string) => ({
    get matches() {
      return fits(query, screen.width);
    },
    media: query,
    addEventListener: nothing,
    removeEventListener: nothing,
  });
  const globals = {
    Date: FixedDate,
    location,
    navigator: { language: 'en-US', languages: ['en-US'], onLine: true, userAgent: '', maxTouchPoints: 0 },
    // The default palette: green is up.
    getComputedStyle: () => ({
      fontSize: '16px',
      getPropertyValue: (name: string) => (name === '--md-up-line' ? '#10b981' : ''),
    }),
    innerWidth: 0,
    innerHeight: 0,
    history: { state: null, replaceState: nothing, pushState: nothing },
    matchMedia: media,
    localStorage: storage(() => screen.storage ?? {}),
    sessionStorage: storage(() => ({})),
    // Nothing of what is below the fold is mounted yet.
    IntersectionObserver: class {},
    addEventListener: nothing,
    removeEventListener: nothing,
    document: {
      defaultView: globalThis,
      hidden: false,
      fullscreenEnabled: true,
      baseURI: 'http://localhost/',
      visibilityState: 'visible',
      documentElement: { getAttribute: () => null, style: {} },
      querySelector: () => null,
      getElementById: () => null,
      addEventListener: nothing,
      removeEventListener: nothing,
    },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.defineProperty(globalThis, 'window', { value: globalThis, configurable: true });
}

/** What is drawn from now on is drawn for this screen, at this address. */
export function show(on: Screen, address: string): void {
  screen = on;
  location.pathname = address;
  location.href = `http://localhost${address}`;
}
