import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findCycles } from '../../build/importCycles';

const SRC = resolve(__dirname, '..');
/** The layers from which each layer may import, besides itself. All may import `paths.ts` and the API's types. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
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

/** Returns the files of the app that a file imports, relative to src. */
function imports(path: string): { target: string; typeOnly: boolean }[] {
  const text = readFileSync(path, 'utf8');
  const matches = text.matchAll(
    /(import type|import|from|export)\b[^'"`;]*?\(?\s*['"]((?:~\/|\.)[^'"]*)['"]/g,
  );
  return [...matches].map(([statement, , target = '']) => ({
    target: target.startsWith('~/') ? target.slice(2) : relative(SRC, resolve(dirname(path), target)),
    typeOnly: statement.startsWith('import type'),
  }));
}

const moduleOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('pages/') ? 2 : 1)
    .join('/');

test('each layer imports only from lower layers, and no page from another page', () => {
  const violations = sources(SRC).flatMap((path) => {
    const file = relative(SRC, path);
    const [layer = ''] = file.split('/');
    const allowed = ALLOWED_IMPORTS[layer];
    if (!allowed) return [];
    return imports(path)
      .filter(({ target }) => {
        const [targetLayer = ''] = target.split('/');
        if (!ALLOWED_IMPORTS[targetLayer] || (targetLayer === 'api' && target.endsWith('api/types')))
          return false;
        return targetLayer === layer
          ? layer === 'pages' && moduleOf(target) !== moduleOf(file)
          : !allowed.includes(targetLayer);
      })
      .map(({ target }) => `${file} → ${target}`);
  });
  expect(violations).toEqual([]);
});

test('no widget imports files from the folder of another', () => {
  const inside = /^widgets\/([^/.]+)\/(?!index$)/;
  const violations = sources(SRC).flatMap((path) => {
    const file = relative(SRC, path);
    if (!file.startsWith('widgets/')) return [];
    return imports(path)
      .filter(({ target }) => {
        const folder = inside.exec(target)?.[1];
        return folder && !file.startsWith(`widgets/${folder}/`);
      })
      .map(({ target }) => `${file} → ${target}`);
  });
  expect(violations).toEqual([]);
});

test('the import parser finds imports', () => {
  const targets = sources(SRC).flatMap((path) => imports(path).map(({ target }) => target));
  expect(targets).toContain('market/format');
  expect(targets).toContain('pages/board/KioskPage');
});

/** Returns the file of an import: `market/format` is `market/format.ts`, a folder is its `index` file. */
function fileOf(target: string, files: Set<string>): string | undefined {
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];
  return endings.map((ending) => target + ending).find((file) => files.has(file));
}

test('there are no import cycles', () => {
  const paths = sources(SRC);
  const files = new Set(paths.map((path) => relative(SRC, path)));
  const edges = new Map(
    paths.map((path) => {
      const targets = imports(path).map(({ target }) => fileOf(target, files));
      return [relative(SRC, path), targets.filter((target) => target !== undefined)];
    }),
  );
  expect(edges.get('app/App.tsx')).toContain('app/shell/Shell.tsx');
  expect(findCycles(edges)).toEqual([]);
});

test('only state/clock.ts reads the device clock', () => {
  const readers = sources(SRC)
    .filter(
      (path) => !/\.test\.tsx?$/.test(path) && /Date\.now\(|new Date\(\)/.test(readFileSync(path, 'utf8')),
    )
    .map((path) => relative(SRC, path));
  expect(readers).toEqual(['state/clock.ts']);
});
