import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '~/routes';
import { fits } from '../prerender/browser';
import { drawRoutes } from './drawRoutes';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

test('every route names a file of its code', () => {
  for (const { page } of ROUTES) expect(existsSync(`${root}/src/pages/${page}.tsx`), page).toBe(true);
});

test('the build draws every route, without data, and says what it asks for first', async () => {
  // What the app is built for.
  vi.stubEnv('NODE_ENV', 'production');
  const screens = ['phone', 'desk'].map((name) => ({ name, width: name === 'phone' ? 390 : 1440 }));
  const drawn = await drawRoutes(root, screens);
  expect(drawn.map(({ path }) => path)).toEqual(ROUTES.map(({ path }) => path));
  for (const { path, screens } of drawn) {
    expect(Object.keys(screens), path).toEqual(['phone', 'desk']);
    for (const content of Object.values(screens)) expect(content, path).toContain('<main');
  }
  const of = (wanted: string) => drawn.find(({ path }) => path === wanted)?.calls;
  expect(of('/ticker/:symbol')?.[0]).toBe('tickers/:symbol');
  expect(of('/news')).toContain('news');
  expect(of('/privacy-policy')).toContain('config');
}, 120_000);

/** What the script in `index.html` does not look at: who chose these is shown the drawn page, too. */
const CHOICES = {
  language: 'de',
  'hour-cycle': 'h23',
  'first-day': 'saturday',
  'color-scheme': 'dark',
  'shared.display-currency': 'EUR',
};

test('what is drawn has no number, date or sign that another language or currency writes otherwise', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const usual = { name: 'usual', width: 1440 };
  const others = Object.entries(CHOICES).map(([key, value]) => ({
    name: key,
    width: 1440,
    storage: { [key === 'color-scheme' ? 'mantine-color-scheme-value' : `marketdeck.${key}`]: value },
  }));
  for (const { path, screens } of await drawRoutes(root, [usual, ...others]))
    for (const { name } of others)
      expect(differences(screens.usual, screens[name]), `${path}: ${name}`).toEqual([]);
}, 120_000);

/** Where two texts first differ, without what is hidden until the browser has said the time. */
function differences(one = '', other = ''): string[] {
  const [a, b] = [one, other].map((text) => text.replace(/ data-now="true">[^<]*</g, '><')) as [
    string,
    string,
  ];
  if (a === b) return [];
  const at = [...a].findIndex((char, index) => char !== b[index]);
  return [a, b].map((text) => text.slice(Math.max(0, at - 120), at + 60));
}

test('a screen fits the widths of its queries, and prefers nothing', () => {
  expect(fits('screen and (width < 48em)', 767)).toBe(true);
  expect(fits('screen and (width < 48em)', 768)).toBe(false);
  expect(fits('(width >= 75em)', 1200)).toBe(true);
  expect(fits('(prefers-color-scheme: dark)', 1200)).toBe(false);
  expect(fits('print', 1200)).toBe(false);
});
