import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What a page cannot be drawn without. */
interface Files {
  scripts: string[];
  styles: string[];
}

/** Where the code of each route is: `'/news': () => import('~/pages/news/NewsPage')`. */
const CODE_OF_ROUTE = /'([^']+)': \(\) => import\('~\/([^']+)'\)/g;

/**
 * Writes `pages.json`: the files of every page, and of each route beside those. The server names or writes them into the first
 * response (`src/web/http/page.rs`), so that a browser asks for all of them at once.
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
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        if (!entry) throw new Error('the build has no entry');
        const every = filesOf(entry, bundle, new Set());
        const known = new Set(every.scripts);
        const routes: Record<string, Files> = {};
        for (const [path, module] of codeOfRoutes(readFileSync(join(root, 'src/app/pages.ts'), 'utf8'))) {
          const file = join(root, `src/${module}.tsx`);
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
          if (!chunk) throw new Error(`the page of ${path} has no chunk of its own: ${file}`);
          routes[path] = filesOf(chunk, bundle, known);
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

/** The module of each route, below `src`. */
export const codeOfRoutes = (source: string): Map<string, string> =>
  new Map([...source.matchAll(CODE_OF_ROUTE)].map(([, path = '', module = '']) => [path, module]));

/** A chunk with what it imports and is not `known`; styles in the order in which Vite adds them: a part's before its user's. */
function filesOf(chunk: Chunk, bundle: Bundle, known: ReadonlySet<string>): Files {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const item = bundle[name];
    if (item?.type !== 'chunk' || known.has(name) || scripts.has(name)) return;
    scripts.add(name);
    item.imports.forEach(visit);
    for (const file of item.viteMetadata?.importedCss ?? []) styles.add(file);
  };
  visit(chunk.fileName);
  return { scripts: [...scripts], styles: [...styles] };
}
