import { Script } from 'node:vm';
import type { DOMWindow } from 'jsdom';
import { build } from 'vite';

/** A screen for which a page is drawn: those between and beyond have layouts of their own, and wait for the app. */
export interface Screen {
  name: string;
  /** Width in pixels. */
  width: number;
  /** Only these routes are drawn for it; all of them unless given. */
  routes?: readonly string[];
  /** What stands in the browser's storage. */
  storage?: Readonly<Record<string, string>>;
  /** What its clock says, in milliseconds since 1970. */
  now?: number;
}

export interface Drawn {
  route: string;
  screen: string;
  /** What stands in the root of the page. */
  content: string;
  /** What it asks of the API first, below `api/`, with the route's parameter in its place: `tickers/:symbol`. */
  calls: readonly string[];
}

/** What a route's parameter names is not there yet, so it may be anything. */
const exampleOf = (parameter: string): string => (parameter === ':id' ? '1' : 'A');

/** The address at which a route is drawn. */
const addressOf = (route: string): string =>
  route === '*' ? '/not-found' : route.replace(/:\w+/, exampleOf);

/** A call with the route's parameter in the place of what was drawn. */
function callOf(route: string, call: string): string {
  const [, parameter] = /(:\w+)/.exec(route) ?? [];
  if (!parameter) return call;
  const [path = '', ...query] = call.split('?');
  const parts = path.split('/').map((part) => (part === exampleOf(parameter) ? parameter : part));
  return [parts.join('/'), ...query].join('?');
}

/** A page is drawn when it stays the same for so long: React shows what was waited for after 300 ms at the latest. */
const SAME_MS = 350;
const LOOK_MS = 10;
const LONGEST_MS = 30_000;
const AT_ONCE = 6;

/** Where the API is for a page that is drawn. */
const API = '/api/';

/** Any day: what tells the time is not shown. */
const SOME_DAY = Date.UTC(2026, 0, 15, 15);

/**
 * Draws every route as the app draws it before the server has answered anything: the app itself does it, in a document
 * without a browser.
 */
export async function drawPages(
  root: string,
  routes: readonly string[],
  screens: readonly Screen[],
): Promise<Drawn[]> {
  const app = new Script(await compile(root));
  const drawn: Drawn[] = [];
  for (const screen of screens) {
    const wanted = routes.filter((route) => screen.routes?.includes(route) ?? true);
    const one = async (route: string) => ({
      route,
      screen: screen.name,
      ...(await draw(app, route, screen)),
    });
    // Some side by side, for most of the time is waited; all at once would hold a document each in memory.
    for (let from = 0; from < wanted.length; from += AT_ONCE)
      drawn.push(...(await Promise.all(wanted.slice(from, from + AT_ONCE).map(one))));
  }
  return drawn;
}

/** The whole app as one classic script. Its styles and their names are those of the build beside it. */
async function compile(root: string): Promise<string> {
  const { default: react } = await import('@vitejs/plugin-react');
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    resolve: { alias: { '~': `${root}/src` } },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: `${root}/src/main.ts`, formats: ['iife'], name: 'app' },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const files = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const chunk = files.find((item) => item.type === 'chunk');
  if (!chunk) throw new Error('the app could not be built to draw its pages');
  return chunk.code;
}

async function draw(app: Script, route: string, screen: Screen): Promise<Pick<Drawn, 'content' | 'calls'>> {
  const address = addressOf(route);
  const calls = new Set<string>();
  const { JSDOM, VirtualConsole } = await import('jsdom');
  const console = new VirtualConsole();
  let failure: unknown;
  console.on('error', (...told) => {
    failure ??= told.find((each) => each instanceof page.window.Error) ?? new Error(told.join(' '));
  });
  console.on('jsdomError', (error) => {
    failure ??= error;
  });
  const page = new JSDOM(
    '<!doctype html><html><head><meta name="marketdeck-base" content="/"></head><body><div id="root"></div></body></html>',
    {
      url: `http://localhost${address}`,
      pretendToBeVisual: true,
      runScripts: 'outside-only',
      virtualConsole: console,
      beforeParse: (window) => prepare(window, screen, (call) => calls.add(callOf(route, call))),
    },
  );
  try {
    app.runInContext(page.getInternalVMContext());
    const root = page.window.document.getElementById('root');
    const started = Date.now();
    let last = '';
    for (let since = started; last === '' || Date.now() - since < SAME_MS; ) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      if (failure) throw failure;
      if (Date.now() - started > LONGEST_MS) throw new Error(`${address} was not drawn in time`);
      const now = root?.innerHTML ?? '';
      if (now !== last) since = Date.now();
      last = now;
    }
    return { content: withoutChance(page.window.document), calls: [...calls] };
  } finally {
    page.window.close();
  }
}

/** What stands in the root, without what would be another text in the next minute or the next build. */
function withoutChance(document: Document): string {
  const root = document.getElementById('root');
  for (const each of document.querySelectorAll<HTMLElement>('[data-now]')) each.style.visibility = 'hidden';
  // Mantine makes them up.
  const ids = new Map<string, string>();
  return (root?.innerHTML ?? '').replace(/mantine-[a-z0-9]{9}\b/g, (id) => {
    const known = ids.get(id) ?? `drawn-${ids.size + 1}`;
    ids.set(id, known);
    return known;
  });
}

/** What the app asks of a browser and a document alone has not. No call of the API is ever answered. */
function prepare(
  window: DOMWindow,
  { width, storage = {}, now = SOME_DAY }: Screen,
  asked: (call: string) => void,
): void {
  const never = (address: string) => {
    if (address.startsWith(API)) asked(address.slice(API.length));
    return new Promise(() => {});
  };
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  class Socket extends window.EventTarget {
    close() {}
    send() {}
  }
  Object.assign(window, {
    matchMedia: (query: string) => ({
      matches: fits(query, width),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }),
    fetch: never,
    scrollTo() {},
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    WebSocket: Socket,
  });
  window.performance.getEntriesByType = () => [];
  window.Date = clockAt(now);
  for (const [key, value] of Object.entries(storage)) window.localStorage.setItem(key, value);
}

/** A clock that stands still. */
const clockAt = (now: number): DateConstructor =>
  class extends Date {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(now);
      else super(...(given as [number]));
    }
    static override now() {
      return now;
    }
  } as unknown as DateConstructor;

/** Whether a screen of this width fits a media query, as the app writes them: widths in em; of all else, nothing is preferred. */
export function fits(query: string, width: number): boolean {
  const conditions = query.split(' and ').filter((part) => part !== 'screen');
  return conditions.every((condition) => {
    const [, sign, em] = /^\(width (<|>=) ([\d.]+)em\)$/.exec(condition) ?? [];
    if (!sign) return false;
    return sign === '<' ? width < Number(em) * 16 : width >= Number(em) * 16;
  });
}
