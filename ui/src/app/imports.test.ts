import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { circles } from '../../build/circles';

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
