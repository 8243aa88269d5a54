import type { Layout } from './layouts';

/** The time of prerendering, which is arbitrary, because elements that show a time are hidden until the browser sets it. */
const BUILD_TIME = Date.UTC(2026, 0, 15, 15);

let layout: Pick<Layout, 'width' | 'storage'> = { width: 0 };

/** Returns true if a window of this width (in px) matches a media query of the app. Only conditions for the width, in em, can match. */
export function matchesWidth(query: string, width: number): boolean {
  const conditions = query.split(' and ').filter((part) => part !== 'screen');
  return conditions.every((condition) => {
    const [, operator, em] = /^\(width (<|>=) ([\d.]+)em\)$/.exec(condition) ?? [];
    if (!operator) return false;
    return operator === '<' ? width < Number(em) * 16 : width >= Number(em) * 16;
  });
}

const noop = () => {};

class FixedDate extends Date {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(BUILD_TIME);
    else super(...(args as [number]));
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

/** Defines the browser globals that the app reads while it is rendered, for the whole thread. */
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
    // The color of gains in the default palette.
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
    // Never calls back, so parts below the fold are not mounted.
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

/** Sets the layout and the path of the following renders. */
export function setLayout(newLayout: Layout, path: string): void {
  layout = newLayout;
  location.pathname = path;
  location.href = `http://localhost${path}`;
}
