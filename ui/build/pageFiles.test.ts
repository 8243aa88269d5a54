import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '~/routes';
import { matchesWidth } from '../prerender/browserGlobals';
import { LAYOUTS, type Layout } from '../prerender/layouts';
import { prerenderRoutes } from './prerenderRoutes';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

test('the page file of every route exists', () => {
  for (const { page } of ROUTES) expect(existsSync(`${root}/src/pages/${page}.tsx`), page).toBe(true);
});

test('the build renders every route without data, and lists its first API calls', async () => {
  // Uses the production build of React, like the app.
  vi.stubEnv('NODE_ENV', 'production');
  const rendered = await prerenderRoutes(root, LAYOUTS);
  expect(rendered.map(({ path }) => path)).toEqual(ROUTES.map(({ path }) => path));
  for (const { path, html } of rendered) {
    const layouts = LAYOUTS.filter(({ routes }) => routes?.includes(path) ?? true);
    expect(Object.keys(html), path).toEqual(layouts.map(({ name }) => name));
    for (const page of Object.values(html)) expect(page, path).toContain('<main');
  }
  const callsOf = (route: string) => rendered.find(({ path }) => path === route)?.calls;
  expect(callsOf('/ticker/:symbol')?.[0]).toBe('tickers/:symbol');
  expect(callsOf('/news')).toContain('news');
  expect(callsOf('/privacy-policy')).toContain('config');
}, 120_000);

/** Settings that the inline script does not check. Users with these settings see the prerendered page, too. */
const UNCHECKED_SETTINGS = {
  language: 'de',
  'hour-cycle': 'h23',
  'first-day': 'saturday',
  'color-scheme': 'dark',
  'shared.display-currency': 'EUR',
};

test('a prerendered page contains nothing that depends on the language, the currency or the color scheme', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const defaults: Layout = { name: 'defaults', media: '', width: 1440 };
  const others: Layout[] = Object.entries(UNCHECKED_SETTINGS).map(([key, value]) => ({
    name: key,
    media: '',
    width: 1440,
    storage: { [key === 'color-scheme' ? 'mantine-color-scheme-value' : `marketdeck.${key}`]: value },
  }));
  for (const { path, html } of await prerenderRoutes(root, [defaults, ...others]))
    for (const { name } of others)
      expect(differences(html.defaults, html[name]), `${path}: ${name}`).toEqual([]);
}, 120_000);

/** Returns the texts around the first difference, ignoring elements that are hidden until the browser has set the time. */
function differences(first = '', second = ''): string[] {
  const [a, b] = [first, second].map((text) => text.replace(/ data-now="true">[^<]*</g, '><')) as [
    string,
    string,
  ];
  if (a === b) return [];
  const at = [...a].findIndex((char, index) => char !== b[index]);
  return [a, b].map((text) => text.slice(Math.max(0, at - 120), at + 60));
}

test('a layout matches only media queries for its width', () => {
  expect(matchesWidth('screen and (width < 48em)', 767)).toBe(true);
  expect(matchesWidth('screen and (width < 48em)', 768)).toBe(false);
  expect(matchesWidth('(width >= 75em)', 1200)).toBe(true);
  expect(matchesWidth('(prefers-color-scheme: dark)', 1200)).toBe(false);
  expect(matchesWidth('print', 1200)).toBe(false);
});
