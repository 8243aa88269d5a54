import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { LAYOUTS } from '../prerender/layouts.ts';
import { findCycles } from './importCycles.ts';
import { prerenderRoutes } from './prerenderRoutes.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What a page needs before it can be rendered. */
interface Files {
  scripts: string[];
  styles: string[];
}

interface RouteFiles extends Files {
  /** The file with the prerendered page, a template for each layout. */
  html: string;
  /** The API calls whose answers the server puts into the page. */
  calls: string[];
}

/** The app, which the entry imports after the first paint. */
export const START = 'src/start.tsx';

/**
 * Writes `pages.json`: the scripts and styles of every page and of each route, with the file of its prerendered HTML. The server
 * puts them into the first response (`src/web/http/page.rs`), so that a browser shows the page after one round trip, and fetches
 * all of its code at once.
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
        const [cycle] = findCycles(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
        if (cycle) throw new Error(`chunks import each other: ${cycle.join(', ')}`);
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, START));
        if (!start) throw new Error(`the app has no chunk of its own: ${START}`);
        const every = filesOf(start, bundle, new Set());
        const known = new Set(every.scripts);
        const routes: Record<string, RouteFiles> = {};
        for (const { path, page, calls, html } of await prerenderRoutes(root, LAYOUTS)) {
          const source = join(root, `src/pages/${page}.tsx`);
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source);
          if (!chunk) throw new Error(`the page of ${path} has no chunk of its own: ${source}`);
          const file = `prerendered/${nameOf(path)}.html`;
          this.emitFile({ type: 'asset', fileName: file, source: templatesOf(path, html) });
          routes[path] = { ...filesOf(chunk, bundle, known), html: file, calls: [...calls] };
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

/** The name of a route's file: 'ticker-symbol' for `/ticker/:symbol`. */
const nameOf = (route: string): string =>
  route === '/' ? 'home' : route.replace('*', 'other').split(/[/:]+/).filter(Boolean).join('-');

/** A template for each layout, after one of the styles that the app writes itself: every layout begins with the same ones. */
function templatesOf(path: string, html: Readonly<Record<string, string>>): string {
  const styles = new Set(Object.values(html).map((page) => page.match(STYLES)?.join('') ?? ''));
  const [first = ''] = styles;
  if (styles.size !== 1) throw new Error(`the styles of ${path} differ between layouts`);
  const templates = Object.entries(html).map(([layout, page]) => {
    if (!page.startsWith(first)) throw new Error(`the page ${path} does not begin with its styles`);
    return `<template data-prerendered="${layout}" data-route="${path}">${page.slice(first.length)}</template>`;
  });
  return `<template data-prerendered="styles">${first}</template>${templates.join('')}`;
}

/**
 * The files of a chunk and of what it imports, without those in `known`: a script before those it imports, styles in the order
 * in which Vite adds them, those of an imported module first.
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
