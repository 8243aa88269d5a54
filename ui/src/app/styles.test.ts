import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(__dirname, '..');
/** From so many declarations on, a rule that stands in two files is one style that has two homes. */
const LONG = 4;
/** So many are left from before there were shared styles; take it down with each that goes. */
const LEFT = 18;

function stylesheets(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return stylesheets(path);
    return name.endsWith('.css') ? [path] : [];
  });
}

/** The innermost rules of a style sheet: what is selected, and its declarations in one order. */
function rules(css: string): { selector: string; body: string[] }[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', text = '']) => ({
    selector: selector.trim(),
    body: text
      .split(';')
      .map((declaration) => declaration.trim().replaceAll(/\s+/g, ' '))
      .filter(Boolean)
      .sort(),
  }));
}

test(`rules of ${LONG} declarations or more that stand in two style sheets become fewer, never more`, () => {
  const homes = new Map<string, string[]>();
  for (const path of stylesheets(SRC)) {
    for (const { selector, body } of rules(readFileSync(path, 'utf8'))) {
      if (body.length < LONG) continue;
      const key = body.join('; ');
      homes.set(key, [...(homes.get(key) ?? []), `${relative(SRC, path)} ${selector}`]);
    }
  }
  const twice = [...homes.values()].filter(
    (where) => new Set(where.map((each) => each.split(' ')[0])).size > 1,
  );
  expect(twice.length, JSON.stringify(twice, null, 1)).toBeLessThanOrEqual(LEFT);
});

test('only the styles of Mantine components in use are loaded', () => {
  const loaded = [
    ...readFileSync(join(SRC, 'app/mantine.ts'), 'utf8').matchAll(/styles\/([A-Z]\w+)\.css/g),
  ].map(([, name = '']) => name);
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((name) => !isUsed(name))).toEqual([]);
});

/** Base components stand below those that the app names. */
const BASES: Record<string, string[]> = {
  UnstyledButton: ['Button', 'CloseButton'],
  Paper: ['Modal', 'Drawer', 'Popover'],
  Overlay: ['Modal', 'Drawer'],
  ModalBase: ['Modal', 'Drawer'],
  CloseButton: ['Modal', 'Drawer'],
  Loader: ['Button'],
  Input: ['TextInput', 'NativeSelect'],
  InlineInput: ['Radio', 'Switch', 'Checkbox'],
  ScrollArea: ['Modal', 'Drawer', 'Combobox'],
  Popover: ['Combobox'],
  VisuallyHidden: [],
};

function isUsed(name: string): boolean {
  return [name, ...(BASES[name] ?? [])].some((component) => IMPORTED.has(component));
}

const IMPORTED = new Set(
  sources(SRC).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  ),
);

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}
