import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { type Drawn, drawPages, type Screen } from './drawPages.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What a page cannot be drawn without. */
interface Files {
  scripts: string[];
  styles: string[];
}

interface RouteFiles extends Files {
  /** Holds the page as it was drawn here, a template for each screen. */
  drawn: string;
  /** What the page asks of the API first, on any of the screens. */
  calls: string[];
}

/** For which screens pages are drawn; the script in `index.html` says who sees which. */
export const SCREENS: readonly Screen[] = [
  { name: 'phone', width: 390 },
  { name: 'desk', width: 1440 },
  { name: 'phone-deck', width: 390, routes: ['/'], storage: { 'marketdeck.home-view': 'deck' } },
  { name: 'desk-deck', width: 1440, routes: ['/'], storage: { 'marketdeck.home-view': 'deck' } },
];

/** What the entry fetches after the first picture, that is the app. */
export const START = 'src/start.tsx';

/** Where the code of each route is: `'/news': () => import('~/pages/news/NewsPage')`. */
const CODE_OF_ROUTE = /'([^']+)': \(\) => import\('~\/([^']+)'\)/g;

/**
 * Writes `pages.json`: the files of every page, and of each route beside those, with a file of how the page looks before anything
 * is known. The server names or writes them into the first response (`src/web/http/page.rs`), so that a browser shows the page
 * after one round trip, and asks for all of its code at once.
 */
export function pageFiles(): Plugin {
  let root = '';
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, START));
        if (!start) throw new Error(`the app has no chunk of its own: ${START}`);
        const every = filesOf(start, bundle, new Set());
        const known = new Set(every.scripts);
        const modules = codeOfRoutes(readFileSync(join(root, 'src/app/pages.ts'), 'utf8'));
        const drawn = await drawPages(root, [...modules.keys()], SCREENS);
        const routes: Record<string, RouteFiles> = {};
        for (const [path, module] of modules) {
          const source = join(root, `src/${module}.tsx`);
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source);
          if (!chunk) throw new Error(`the page of ${path} has no chunk of its own: ${source}`);
          const contents = drawn.filter(({ route }) => route === path);
          const file = `drawn/${nameOf(path)}.html`;
          this.emitFile({ type: 'asset', fileName: file, source: templatesOf(contents) });
          routes[path] = { ...filesOf(chunk, bundle, known), drawn: file, calls: callsOf(path, drawn) };
        }
        this.emitFile({
          type: 'asset',
          fileName: 'pages.json',
          source: JSON.stringify({ every, routes }),
        });
      },
    },
  };
}

/** Says what time it is, which a page that takes long to come would be told too late. */
const NOT_GIVEN: ReadonlySet<string> = new Set(['market-session']);

/** What a route asks for on any of its screens: first what not every page does, for the server does not gather without end. */
function callsOf(route: string, drawn: readonly Drawn[]): string[] {
  const askedBy = (path: string) =>
    new Set(drawn.filter((each) => each.route === path).flatMap(({ calls }) => calls));
  const ofEveryPage = askedBy('*');
  const calls = [...askedBy(route)].filter((call) => !NOT_GIVEN.has(call)).sort();
  return [
    ...calls.filter((call) => !ofEveryPage.has(call)),
    ...calls.filter((call) => ofEveryPage.has(call)),
  ];
}

const STYLES = /<style[^>]*>[^<]*<\/style>/g;

/** Of a file: 'ticker-symbol' of `/ticker/:symbol`. */
const nameOf = (route: string): string =>
  route === '/' ? 'home' : route.replace('*', 'other').split(/[/:]+/).filter(Boolean).join('-');

/** A template for each screen, and before them one of the styles that the app writes itself, which are those of all. */
function templatesOf(drawn: readonly Drawn[]): string {
  const styles = new Set(drawn.map(({ content }) => content.match(STYLES)?.join('') ?? ''));
  if (styles.size !== 1) throw new Error(`the styles of ${drawn[0]?.route} differ from screen to screen`);
  const templates = drawn.map(
    ({ route, screen, content }) =>
      `<template data-drawn="${screen}" data-route="${route}">${content.replace(STYLES, '')}</template>`,
  );
  return `<template data-drawn="styles">${[...styles].join('')}</template>${templates.join('')}`;
}

/** The module of each route, below `src`. */
export const codeOfRoutes = (source: string): Map<string, string> =>
  new Map([...source.matchAll(CODE_OF_ROUTE)].map(([, path = '', module = '']) => [path, module]));

/**
 * A chunk with what it imports and is not `known`: each script before those that it imports, and styles in the order in which Vite
 * adds them, a part's before its user's.
 */
function filesOf(chunk: Chunk, bundle: Bundle, known: ReadonlySet<string>): Files {
  const seen = new Set<string>();
  const scripts: string[] = [];
  const styles = new Set<string>();
  const visit = (name: string) => {
    const item = bundle[name];
    if (item?.type !== 'chunk' || known.has(name) || seen.has(name)) return;
    seen.add(name);
    item.imports.forEach(visit);
    for (const file of item.viteMetadata?.importedCss ?? []) styles.add(file);
    scripts.unshift(name);
  };
  visit(chunk.fileName);
  return { scripts, styles: [...styles] };
}
