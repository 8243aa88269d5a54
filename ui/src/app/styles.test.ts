import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(__dirname, '..');
/** From so many declarations on, a rule that stands in two files is one style that has two homes. */
const LONG = 4;

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

test(`no rule of ${LONG} declarations or more stands in two style sheets`, () => {
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
  expect(twice).toEqual([]);
});

/** Every declaration of the app's own style sheets but those that define the tokens. */
function declarations(): { where: string; name: string; value: string }[] {
  return stylesheets(SRC).flatMap((path) =>
    rules(readFileSync(path, 'utf8')).flatMap(({ selector, body }) =>
      body.map((text) => {
        const [, name = '', value = ''] = /^([\w-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
        return { where: `${relative(SRC, path)} ${selector} { ${text} }`, name, value };
      }),
    ),
  );
}

test('type sizes are of the scale', () => {
  const sizes = declarations().filter(({ name }) => name === 'font-size');
  expect(sizes.length).toBeGreaterThan(100);
  // The root's own size is what the scale is measured in.
  const raw = sizes.filter(
    ({ where, value }) => !value.includes('var(--md-type-') && !/ html \{/.test(where),
  );
  expect(raw.map(({ where }) => where)).toEqual([]);
});

test('gaps, paddings and margins are of the grid', () => {
  const spaces = declarations().filter(({ name }) =>
    /^((row-|column-)?gap|(padding|margin)(-\w+)*)$/.test(name),
  );
  expect(spaces.length).toBeGreaterThan(300);
  // What is computed from the size of a thing that it has to meet is no gap.
  const raw = spaces.filter(({ value }) => !value.includes('calc(') && /\drem\b/.test(value));
  expect(raw.map(({ where }) => where)).toEqual([]);
});

test('pixels are hairlines, borders and radii, which no type size enlarges', () => {
  const inPixels = declarations().filter(({ value }) => /\dpx\b/.test(value));
  expect(inPixels.length).toBeGreaterThan(20);
  const wide = inPixels.filter(({ value }) =>
    [...value.matchAll(/([\d.]+)px\b/g)].some(([, count]) => Number(count) > 3),
  );
  expect(wide.map(({ where }) => where)).toEqual([]);
});

test('what a window or a box is judged by is measured in type', () => {
  const conditions = stylesheets(SRC).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/@(?:media|container)[^{]*/g)].map(([text]) => text.trim()),
  );
  expect(conditions.length).toBeGreaterThan(50);
  expect(conditions.filter((text) => /\dpx/.test(text))).toEqual([]);
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
  UnstyledButton: ['Modal', 'Drawer'],
  Paper: ['Modal', 'Drawer', 'Popover'],
  Overlay: ['Modal', 'Drawer'],
  ModalBase: ['Modal', 'Drawer'],
  CloseButton: ['Modal', 'Drawer'],
  Input: ['TextInput', 'NativeSelect'],
  InlineInput: ['Radio', 'Switch', 'Checkbox'],
  ScrollArea: ['Modal', 'Drawer', 'Combobox'],
  Popover: ['Combobox'],
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
