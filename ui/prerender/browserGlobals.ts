import type { Layout } from './layouts';

/** An arbitrary time: elements that show a time are hidden until the browser has set its own. */
const BUILD_TIME = Date.UTC(2026, 0, 15, 15);

let layout: Pick<Layout, 'width' | 'storage'> = { width: 0 };

/** Whether a window of this width matches a media query of the app: widths in em; every other condition is false. */
export function matchesWidth(query: string, width: number): boolean {
  const conditions = query.split(' and ').filter((part) => part !== 'screen');
  return conditions.every((condition) => {
    const [, sign, em] = /^\(width (<|>=) ([\d.]+)em\)$/.exec(condition) ?? [];
    if (!sign) return false;
    return sign === '<' ? width < Number(em) * 16 : width >= Number(em) * 16;
  });
}

const noop = () => {};

class FixedDate extends Date {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(BUILD_TIME);
    else super(...(given as [number]));
  }
  static override now() {
    return BUILD_TIME;
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

/** Defines what the app reads of a browser while it is rendered, for this whole thread. */
export function installBrowserGlobals(): void {
  const storage = (items: () => Readonly<Record<string, string>>) => ({
    getItem: (key: string) => items()[key] ?? null,
    setItem: noop,
    removeItem: noop,
  });
  const media = (query: string) => ({
    get matches() {
      return matchesWidth(query, layout.width);
    },
    media: query,
    addEventListener: noop,
    removeEventListener: noop,
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
    history: { state: null, replaceState: noop, pushState: noop },
    matchMedia: media,
    localStorage: storage(() => layout.storage ?? {}),
    sessionStorage: storage(() => ({})),
    // Nothing below the fold is mounted yet.
    IntersectionObserver: class {},
    addEventListener: noop,
    removeEventListener: noop,
    document: {
      defaultView: globalThis,
      hidden: false,
      fullscreenEnabled: true,
      baseURI: 'http://localhost/',
      visibilityState: 'visible',
      documentElement: { getAttribute: () => null, style: {} },
      querySelector: () => null,
      getElementById: () => null,
      addEventListener: noop,
      removeEventListener: noop,
    },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.defineProperty(globalThis, 'window', { value: globalThis, configurable: true });
}

/** Renders from now on are in this layout, at this address. */
export function setLayout(wanted: Layout, address: string): void {
  layout = wanted;
  location.pathname = address;
  location.href = `http://localhost${address}`;
}
