import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { LAYOUTS } from '../prerender/layouts.ts';
import { findCycles } from './importCycles.ts';
import { prerenderRoutes } from './prerenderRoutes.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The files that a page needs before it can be rendered. */
interface Files {
  scripts: string[];
  styles: string[];
}

interface RouteFiles extends Files {
  /** The file with the prerendered page, which has a template for each layout. */
  html: string;
  /** The API calls whose responses the server includes in the page. */
  calls: string[];
}

/** The module of the app, which the entry imports after the first paint. */
export const START = 'src/start.tsx';

/**
 * Writes `pages.json`: the scripts and styles of every page and of each route, with the file of its prerendered HTML. The server
 * includes them in the first response (`src/web/http/page.rs`), so that a browser shows the page after one round trip and fetches all
 * of its code at once.
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
        // In a cycle, one of the chunks would run before the chunks that it imports.
        const [cycle] = findCycles(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
        if (cycle) throw new Error(`chunks import each other: ${cycle.join(', ')}`);
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, START));
        if (!start) throw new Error(`the app has no separate chunk: ${START}`);
        const sharedFiles = filesOf(start, bundle, new Set());
        const sharedScripts = new Set(sharedFiles.scripts);
        const routes: Record<string, RouteFiles> = {};
        for (const { path, page, calls, html } of await prerenderRoutes(root, LAYOUTS)) {
          const source = join(root, `src/pages/${page}.tsx`);
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source);
          if (!chunk) throw new Error(`the page of ${path} has no separate chunk: ${source}`);
          const file = `prerendered/${fileNameOf(path)}.html`;
          this.emitFile({ type: 'asset', fileName: file, source: templatesOf(path, html) });
          routes[path] = { ...filesOf(chunk, bundle, sharedScripts), html: file, calls: [...calls] };
        }
        this.emitFile({
          type: 'asset',
          fileName: 'pages.json',
          source: JSON.stringify({ every: sharedFiles, routes }),
        });
      },
    },
  };
}

const STYLES = /<style[^>]*>[^<]*<\/style>/g;

/** Returns the file name of a route: 'ticker-symbol' for `/ticker/:symbol`. */
const fileNameOf = (route: string): string =>
  route === '/' ? 'home' : route.replace('*', 'other').split(/[/:]+/).filter(Boolean).join('-');

/** Returns a template with the styles that Mantine renders, which all layouts share, followed by a template for each layout. */
function templatesOf(path: string, html: Readonly<Record<string, string>>): string {
  const styles = new Set(Object.values(html).map((page) => page.match(STYLES)?.join('') ?? ''));
  const [first = ''] = styles;
  if (styles.size !== 1) throw new Error(`the styles of ${path} differ between layouts`);
  const templates = Object.entries(html).map(([layout, page]) => {
    if (!page.startsWith(first)) throw new Error(`the page ${path} does not start with its styles`);
    return `<template data-prerendered="${layout}" data-route="${path}">${page.slice(first.length)}</template>`;
  });
  return `<template data-prerendered="styles">${first}</template>${templates.join('')}`;
}

/**
 * Returns the files of a chunk and its imports, without those in `sharedScripts`. A script is before those that it imports; styles are
 * in the order in which Vite adds them, those of an imported module first.
 */
function filesOf(chunk: Chunk, bundle: Bundle, sharedScripts: ReadonlySet<string>): Files {
  const visited = new Set<string>();
  const scripts: string[] = [];
  const styles = new Set<string>();
  const visit = (name: string) => {
    const item = bundle[name];
    if (item?.type !== 'chunk' || sharedScripts.has(name) || visited.has(name)) return;
    visited.add(name);
    item.imports.forEach(visit);
    for (const file of item.viteMetadata?.importedCss ?? []) styles.add(file);
    scripts.unshift(name);
  };
  visit(chunk.fileName);
  return { scripts, styles: [...styles] };
}
