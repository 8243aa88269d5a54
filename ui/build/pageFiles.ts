import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Screen } from '../prerender/browser.ts';
import { circles } from './circles.ts';
import { drawRoutes } from './drawRoutes.ts';

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
        // One of them would run before what it needs is there.
        const [circle] = circles(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
        if (circle) throw new Error(`chunks import each other: ${circle.join(', ')}`);
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, START));
        if (!start) throw new Error(`the app has no chunk of its own: ${START}`);
        const every = filesOf(start, bundle, new Set());
        const known = new Set(every.scripts);
        const routes: Record<string, RouteFiles> = {};
        for (const { path, page, calls, screens } of await drawRoutes(root, SCREENS)) {
          const source = join(root, `src/pages/${page}.tsx`);
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source);
          if (!chunk) throw new Error(`the page of ${path} has no chunk of its own: ${source}`);
          const file = `drawn/${nameOf(path)}.html`;
          this.emitFile({ type: 'asset', fileName: file, source: templatesOf(path, screens) });
          routes[path] = { ...filesOf(chunk, bundle, known), drawn: file, calls: [...calls] };
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

const STYLES = /<style[^>]*>[^<]*<\/style>/g;

/** Of a file: 'ticker-symbol' of `/ticker/:symbol`. */
const nameOf = (route: string): string =>
  route === '/' ? 'home' : route.replace('*', 'other').split(/[/:]+/).filter(Boolean).join('-');

/** A template for each screen, and before them one of the styles that the app writes itself, which begin the page on all of them. */
function templatesOf(path: string, screens: Readonly<Record<string, string>>): string {
  const styles = new Set(Object.values(screens).map((content) => content.match(STYLES)?.join('') ?? ''));
  const [first = ''] = styles;
  if (styles.size !== 1) throw new Error(`the styles of ${path} differ from screen to screen`);
  const templates = Object.entries(screens).map(([name, content]) => {
    if (!content.startsWith(first)) throw new Error(`the page ${path} does not begin with its styles`);
    return `<template data-drawn="${name}" data-route="${path}">${content.slice(first.length)}</template>`;
  });
  return `<template data-drawn="styles">${first}</template>${templates.join('')}`;
}

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
