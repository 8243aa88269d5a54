import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(__dirname, '..');
/** What a floor may lean on besides itself. `paths.ts` and the types of the API are words, open to all. */
const MAY_USE: Record<string, string[]> = {
  market: [],
  state: [],
  hooks: [],
  native: ['state'],
  api: ['state'],
  live: ['market', 'state', 'hooks', 'api'],
  components: ['state', 'hooks'],
  chart: ['market', 'hooks', 'live', 'components'],
  widgets: ['market', 'state', 'hooks', 'chart', 'api', 'live', 'components'],
  pages: ['market', 'state', 'hooks', 'chart', 'api', 'live', 'components', 'widgets'],
  app: ['market', 'state', 'hooks', 'chart', 'api', 'live', 'components', 'widgets', 'pages', 'native'],
};

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

/** Files of our own that a file imports, relative to src. */
function imports(path: string): { target: string; typeOnly: boolean }[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(/(import type|import|from|export)\b[^'"`;]*?\(?\s*['"]((?:~\/|\.)[^'"]*)['"]/g);
  return [...found].map(([whole, , target = '']) => ({
    target: target.startsWith('~/') ? target.slice(2) : relative(SRC, resolve(dirname(path), target)),
    typeOnly: whole.startsWith('import type'),
  }));
}

const room = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('pages/') ? 2 : 1)
    .join('/');

test('every floor leans only on floors below it, and no page on another page', () => {
  const wrong = sources(SRC).flatMap((path) => {
    const file = relative(SRC, path);
    const [floor = ''] = file.split('/');
    const allowed = MAY_USE[floor];
    if (!allowed) return [];
    return imports(path)
      .filter(({ target }) => {
        const [to = ''] = target.split('/');
        if (!MAY_USE[to] || (to === 'api' && target.endsWith('api/types'))) return false;
        return to === floor ? floor === 'pages' && room(target) !== room(file) : !allowed.includes(to);
      })
      .map(({ target }) => `${file} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('no widget reaches into the folder of another', () => {
  const inside = /^widgets\/([^/.]+)\/(?!index$)/;
  const wrong = sources(SRC).flatMap((path) => {
    const file = relative(SRC, path);
    if (!file.startsWith('widgets/')) return [];
    return imports(path)
      .filter(({ target }) => {
        const folder = inside.exec(target)?.[1];
        return folder && !file.startsWith(`widgets/${folder}/`);
      })
      .map(({ target }) => `${file} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('the walk sees imports at all', () => {
  const seen = sources(SRC).flatMap((path) => imports(path).map(({ target }) => target));
  expect(seen).toContain('market/format');
  expect(seen).toContain('pages/board/KioskPage');
});

/** The file that an import names: `market/format` is `market/format.ts`, a folder its `index`. */
function fileOf(target: string, files: Set<string>): string | undefined {
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];
  return endings.map((ending) => target + ending).find((file) => files.has(file));
}

/** Sets of nodes that reach each other. */
function circles(edges: Map<string, string[]>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const from of edges.keys()) {
    const found = new Set<string>();
    const open = [from];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const to of edges.get(node) ?? []) {
        if (!found.has(to)) {
          found.add(to);
          open.push(to);
        }
      }
    }
    reached.set(from, found);
  }
  const all = [...reached].map(([node, to]) =>
    [...to].filter((other) => reached.get(other)?.has(node)).sort(),
  );
  const apart = new Map(all.filter((circle) => circle.length > 0).map((circle) => [circle.join(), circle]));
  return [...apart.values()];
}

test('no files import each other in a circle', () => {
  const paths = sources(SRC);
  const files = new Set(paths.map((path) => relative(SRC, path)));
  const edges = new Map(
    paths.map((path) => {
      const targets = imports(path).map(({ target }) => fileOf(target, files));
      return [relative(SRC, path), targets.filter((target) => target !== undefined)];
    }),
  );
  expect(edges.get('app/App.tsx')).toContain('app/Pages.tsx');
  expect(circles(edges)).toEqual([]);
});

test('a circle is found, and what only leads to it is left out', () => {
  const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));
  expect(circles(graph({ main: ['a'], a: ['b'], b: ['c', 'leaf'], c: ['a'] }))).toEqual([['a', 'b', 'c']]);
  expect(circles(graph({ a: ['b', 'c'], b: ['c'] }))).toEqual([]);
});
