import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(__dirname, '..');
/** Rules with at least this many declarations must not be duplicated in another file. */
const MIN_DECLARATIONS = 4;

function stylesheets(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return stylesheets(path);
    return name.endsWith('.css') ? [path] : [];
  });
}

/** Returns the innermost rules of a style sheet: the selector, and the declarations in alphabetical order. */
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

test(`no rule of ${MIN_DECLARATIONS} or more declarations is in two style sheets`, () => {
  const locations = new Map<string, string[]>();
  for (const path of stylesheets(SRC)) {
    for (const { selector, body } of rules(readFileSync(path, 'utf8'))) {
      if (body.length < MIN_DECLARATIONS) continue;
      const key = body.join('; ');
      locations.set(key, [...(locations.get(key) ?? []), `${relative(SRC, path)} ${selector}`]);
    }
  }
  const duplicates = [...locations.values()].filter(
    (location) => new Set(location.map((each) => each.split(' ')[0])).size > 1,
  );
  expect(duplicates).toEqual([]);
});

/** Returns all declarations in the app's style sheets. */
function allDeclarations(): { location: string; name: string; value: string }[] {
  return stylesheets(SRC).flatMap((path) =>
    rules(readFileSync(path, 'utf8')).flatMap(({ selector, body }) =>
      body.map((text) => {
        const [, name = '', value = ''] = /^([\w-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
        return { location: `${relative(SRC, path)} ${selector} { ${text} }`, name, value };
      }),
    ),
  );
}

test('font sizes are tokens of the type scale', () => {
  const sizes = allDeclarations().filter(({ name }) => name === 'font-size');
  expect(sizes.length).toBeGreaterThan(100);
  // The font size of the root is the unit of the scale.
  const violations = sizes.filter(
    ({ location, value }) => !value.includes('var(--md-type-') && !/ html \{/.test(location),
  );
  expect(violations.map(({ location }) => location)).toEqual([]);
});

test('gaps, paddings and margins are tokens of the grid', () => {
  const spaces = allDeclarations().filter(({ name }) =>
    /^((row-|column-)?gap|(padding|margin)(-\w+)*)$/.test(name),
  );
  expect(spaces.length).toBeGreaterThan(300);
  // Distances computed from another element's size are exempt.
  const violations = spaces.filter(({ value }) => !value.includes('calc(') && /\drem\b/.test(value));
  expect(violations.map(({ location }) => location)).toEqual([]);
});

test('lengths in px are at most 3 px: hairlines, borders and radii, which do not scale with the font size', () => {
  const inPixels = allDeclarations().filter(({ value }) => /\dpx\b/.test(value));
  expect(inPixels.length).toBeGreaterThan(20);
  const violations = inPixels.filter(({ value }) =>
    [...value.matchAll(/([\d.]+)px\b/g)].some(([, count]) => Number(count) > 3),
  );
  expect(violations.map(({ location }) => location)).toEqual([]);
});

test('media and container queries do not use px', () => {
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

/** Mantine's base components, with the components in the app that are built on them. */
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
