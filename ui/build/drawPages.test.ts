import { fileURLToPath } from 'node:url';
import { PAGES } from '~/pageList';
import { drawPages, fits } from './drawPages';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const DAY_MS = 86_400_000;

/** Without the texts that tell the time, which are hidden. */
const withoutTime = (content = ''): string =>
  content.replace(/data-now="true" style="visibility: hidden;">[^<]*</g, '><');

/** Where two texts begin to differ; nothing where they do not. */
function difference(one: string, other: string): string[] {
  if (one === other) return [];
  const at = [...one].findIndex((char, index) => char !== other[index]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 60));
}

test('a page is drawn without anything of the day on which the app was built', async () => {
  // What the app is built for.
  vi.stubEnv('NODE_ENV', 'production');
  const routes = PAGES.map(({ path }) => path);
  const screens = [0, 200.3].map((days) => ({
    name: `${days}`,
    width: 1440,
    now: Date.now() + days * DAY_MS,
  }));
  const drawn = await drawPages(root, routes, screens);
  for (const route of routes) {
    const [now, then] = screens.map(({ name }) =>
      drawn.find((one) => one.route === route && one.screen === name),
    );
    expect(now?.content).toContain('<main');
    expect(difference(withoutTime(now?.content), withoutTime(then?.content)), route).toEqual([]);
  }
}, 120_000);

test('a screen fits the widths of its queries, and prefers nothing', () => {
  expect(fits('screen and (width < 48em)', 767)).toBe(true);
  expect(fits('screen and (width < 48em)', 768)).toBe(false);
  expect(fits('(width >= 75em)', 1200)).toBe(true);
  expect(fits('(prefers-color-scheme: dark)', 1200)).toBe(false);
  expect(fits('print', 1200)).toBe(false);
});
