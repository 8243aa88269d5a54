import { type Server, startServer } from './server.ts';
import { expect, type Page, saveData, test } from './test.ts';

// With data saver, the service worker stores fewer files.
test.use({ savesData: false });

const rows = (page: Page) => page.getByRole('table', { name: 'Trending tickers' }).locator('tbody tr');
const offlineBanner = (page: Page) => page.getByText(/^Offline\. Showing data from .*\d:\d\d [AP]M.*\.$/);

/** Waits until the service worker controls the page and has cached the response to `call`. */
async function waitUntilCached(page: Page, call: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => {
        if (!navigator.serviceWorker.controller) return false;
        return (await caches.match(new URL(path, document.baseURI).href)) !== undefined;
      }, call),
    )
    .toBe(true);
}

/** Returns the URLs of the scripts, styles and fonts that the service worker has cached. */
const cachedAssets = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      if (name.startsWith('marketdeck-app'))
        for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
    }
    return urls.filter((url) => url.includes('/assets/'));
  });

/** Returns the names of all assets that the service worker will cache. */
async function listAssets(page: Page, server: Server): Promise<string[]> {
  const code = await (await page.request.get(`${server.url}service-worker.js`)).text();
  return [...new Set(code.match(/assets\/[\w.-]+\.(js|css|woff2)/g))];
}

/** Opens the home page and waits until it works offline. */
async function visitUntilOffline(page: Page, server: Server): Promise<void> {
  const assets = await listAssets(page, server);
  await page.goto(server.url);
  await expect(rows(page)).toHaveCount(10);
  await waitUntilCached(page, 'api/tickers/trending');
  await waitUntilCached(page, 'api/market-session');
  await expect.poll(async () => (await cachedAssets(page)).length).toBe(assets.length);
}

/** Expects that the time in the offline banner is that of a cached response. */
async function expectCacheTime(page: Page): Promise<void> {
  const times = await page.evaluate(async () => {
    const cachedTimes: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        const cachedAt = (await cache.match(key))?.headers.get('x-marketdeck-cached-at');
        const time = { hour: 'numeric', minute: '2-digit' } as const;
        if (cachedAt) cachedTimes.push(new Date(Number(cachedAt)).toLocaleTimeString('en-US', time));
      }
    }
    return cachedTimes;
  });
  const shownTime = (await offlineBanner(page).textContent())?.match(/\d+:\d\d [AP]M/)?.[0];
  expect(times).toContain(shownTime);
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test.slow();

  test('after one visit the app opens while the server is down, and shows the time of the data', async ({
    page,
  }) => {
    const server = await startServer();
    await visitUntilOffline(page, server);
    await server.kill();
    await page.goto(server.url);
    await expect(page.getByRole('heading', { name: 'Market Pulse' })).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
    await expect(offlineBanner(page)).toBeVisible();
    await expectCacheTime(page);
    await page.goto(`${server.url}sitemap`); // This page was never opened before.
    await expect(page.getByRole('heading', { level: 1, name: 'Sitemap' })).toBeVisible();

    const restarted = await startServer(new URL(server.url).host, server.data);
    await page.goto(`${server.url}commodities`);
    await expect(page.getByRole('table', { name: 'Commodities' }).locator('tbody tr').first()).toBeVisible();
    await expect(offlineBanner(page)).toHaveCount(0);
    await expect(page.getByTitle('Live data connected').first()).toBeVisible();
    await restarted.stop();
  });

  test('with data saver the code of a page is cached only when the page is opened', async ({ page }) => {
    const server = await startServer();
    await saveData(page);
    await page.goto(server.url);
    await expect(rows(page)).toHaveCount(10);
    await waitUntilCached(page, 'api/tickers/trending');
    const isCached = async (name: string) => (await cachedAssets(page)).some((url) => url.includes(name));
    await expect.poll(() => isCached('/HomePage-')).toBe(true);
    expect((await cachedAssets(page)).length).toBeLessThan((await listAssets(page, server)).length);
    expect(await isCached('/SitemapPage-')).toBe(false);
    await page.goto(`${server.url}sitemap`);
    await expect.poll(() => isCached('/SitemapPage-')).toBe(true);
    await server.kill();
    for (const [path, heading] of [
      ['sitemap', 'Sitemap'],
      ['', 'Investment Intelligence Platform'],
    ]) {
      await page.goto(`${server.url}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading ?? '' })).toBeVisible();
    }
  });

  test('a page without cached data shows that it is offline, and recovers', async ({ page }) => {
    const server = await startServer();
    await visitUntilOffline(page, server);
    await server.kill();
    await page.goto(`${server.url}ticker/JNJ`);
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect(rows(page)).toHaveCount(10);
    await page.goto(`${server.url}icos`);
    await expect(page.getByText("You're offline and there's no saved copy of this.").first()).toBeVisible();
    await page.goto(`${server.url}ticker-by-id/1`);
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();

    await page.goto(`${server.url}ticker/JNJ`);
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    const restarted = await startServer(new URL(server.url).host, server.data);
    await expect(page.getByRole('heading', { level: 1, name: /Johnson/ })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/^Offline\./)).toHaveCount(0);
    await restarted.stop();
  });

  test('when the server restarts, an open page shows the banner and then live prices again', async ({
    page,
  }) => {
    const server = await startServer();
    await visitUntilOffline(page, server);
    await expect(page.getByTitle('Live data connected').first()).toBeVisible();
    await expect(page.getByText(/^Offline\./)).toHaveCount(0);
    await server.kill();
    await expect(offlineBanner(page)).toBeVisible({ timeout: 30_000 });
    await expect(rows(page)).toHaveCount(10);
    const restarted = await startServer(new URL(server.url).host, server.data);
    await expect(page.getByTitle('Live data connected').first()).toBeVisible({ timeout: 60_000 });
    await expect(offlineBanner(page)).toHaveCount(0, { timeout: 30_000 });
    await restarted.stop();
  });

  test('cached responses are marked, health and searches are never cached, and a write fails', async ({
    page,
  }) => {
    const server = await startServer();
    await visitUntilOffline(page, server);
    const request = (call: string) =>
      page.evaluate(async (path) => {
        try {
          const response = await fetch(new URL(path, document.baseURI));
          return response.headers.get('x-marketdeck-cached-at') === null ? 'current' : 'cached';
        } catch {
          return 'failed';
        }
      }, call);
    await request('api/health');
    await request('api/tickers/search?q=aapl');
    expect(await request('api/tickers/trending')).toBe('current');
    await page.goto(`${server.url}watchlist`);
    await expect(page.getByRole('button', { name: /Create (New )?Watchlist/ }).first()).toBeVisible();
    await waitUntilCached(page, 'api/watchlists');
    await server.kill();
    expect(await request('api/tickers/trending')).toBe('cached');
    expect(await request('api/health')).toBe('failed');
    expect(await request('api/tickers/search?q=aapl')).toBe('failed');

    await page
      .getByRole('button', { name: /Create (New )?Watchlist/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Mine');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('alert')).toContainText(
      'Failed to create watchlist.',
    );
    await server.stop();
  });

  test('a changed file with the same name is updated at the next request, and then also offline', async ({
    page,
  }) => {
    const server = await startServer();
    await visitUntilOffline(page, server);
    // Replaces the cached file with one of an earlier version.
    await page.evaluate(async () => {
      const url = new URL('manifest.webmanifest', document.baseURI).href;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const oldResponse = new Response('{"name":"Old"}', { headers: { ETag: '"old"' } });
        if (await cache.match(url)) await cache.put(url, oldResponse);
      }
    });
    const text = () =>
      page.evaluate(async () => (await fetch(new URL('manifest.webmanifest', document.baseURI))).text());
    expect(await text()).toContain('Marketdeck');
    await server.kill();
    expect(await text()).toContain('Marketdeck');
  });

  test('with a base path the scope of the service worker is that path', async ({ page }) => {
    const server = await startServer(undefined, undefined, ['--base-path', '/deck/']);
    const url = server.url.endsWith('/deck/') ? server.url : `${server.url}deck/`;
    await visitUntilOffline(page, { ...server, url });
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(url);
    await server.kill();
    await page.goto(url);
    await expect(rows(page)).toHaveCount(10);
    await expect(offlineBanner(page)).toBeVisible();
    await server.stop();
  });
});

test('the manifest makes the app installable, with valid icons', async ({ page }) => {
  await page.goto('');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const address = new URL(href ?? '', page.url());
  const manifest = await (await page.request.get(address.href)).json();
  expect(manifest).toMatchObject({
    name: 'Marketdeck',
    short_name: 'Marketdeck',
    display: 'standalone',
    theme_color: '#064e3b',
    background_color: '#f8fafc',
  });
  expect(new URL(manifest.start_url, address).href).toBe(page.url());
  expect(new URL(manifest.scope, address).href).toBe(page.url());
  for (const [sizes, purpose] of [
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ]) {
    const icon = manifest.icons.find(
      (one: { sizes: string; purpose: string }) => one.sizes === sizes && one.purpose === purpose,
    );
    const [width, height] = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, new URL(icon.src, address).href);
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('the service worker is not cached, and the files that it lists exist', async ({ request, page }) => {
  await page.goto('');
  const response = await request.get('service-worker.js');
  expect(response.headers()['cache-control']).toBe('no-cache');
  expect(response.headers()['content-type']).toContain('text/javascript');
  const files = [...new Set((await response.text()).match(/assets\/[\w.-]+\.(js|css|woff2)/g))];
  expect(files.length).toBeGreaterThan(20);
  const scripts = page.locator('script[type=module]');
  const sources = await scripts.evaluateAll((assets) => assets.map((each) => each.getAttribute('src') ?? ''));
  expect(files).toEqual(expect.arrayContaining(sources.map((src) => src.replace('./', ''))));
  expect(sources.length).toBeGreaterThan(0);
  for (const file of files) expect((await request.get(file)).status(), file).toBe(200);
});

/** Returns the server's HTML as a newer version would write it, with another entry file. */
async function fetchNewShell(page: Page, server: Server): Promise<string> {
  const shell = await (await page.request.get(server.url)).text();
  return shell.replace(/assets\/index-[\w-]+\.js/, 'assets/next.js');
}

/** Makes the server appear to run another version, until `undo` is called. */
async function mockUpgrade(
  page: Page,
  server: Server,
  shell: string,
): Promise<{ undo: () => Promise<void> }> {
  const isShell = (url: URL) => url.href === server.url;
  await page.route(isShell, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ body: shell, contentType: 'text/html' })
      : route.fallback(),
  );
  return { undo: () => page.unroute(isShell) };
}

test('after an upgrade the page shows that a new version is ready, and Reload loads it', async ({ page }) => {
  test.slow();
  // Disables prefetching. If a file failed to load because the server is down, the page would switch to the new version
  // at once.
  await saveData(page);
  const server = await startServer();
  await page.goto(server.url);
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const shell = await fetchNewShell(page, server);
  await server.kill();
  await expect(page.getByText(/^Offline\./)).toBeVisible({ timeout: 30_000 });
  // The upgrade happens only now, so that a failed file doesn't reveal it earlier.
  const { undo } = await mockUpgrade(page, server, shell);
  const restarted = await startServer(new URL(server.url).host, server.data);
  await expect(page.getByText('A new version is ready:')).toBeVisible({ timeout: 60_000 });
  await undo();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  await expect(page.getByText('A new version is ready:')).toHaveCount(0);
  await restarted.stop();
});

test('a page whose files no longer exist after an upgrade reloads once', async ({ page }) => {
  const server = await startServer();
  await page.goto(`${server.url}sitemap`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sitemap' })).toBeVisible();
  const { undo } = await mockUpgrade(page, server, await fetchNewShell(page, server));
  let isMissing = true;
  await page.route('**/assets/NewsPage-*.js', (route) =>
    isMissing ? route.fulfill({ status: 404, body: 'Not found.' }) : route.fallback(),
  );
  const reloaded = page.waitForEvent('load');
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    isMissing = false; // The page that now loads is the new version.
    void undo();
  });
  await page.getByRole('main').getByRole('link', { name: 'Market News' }).click();
  await reloaded;
  await expect(page.getByRole('list', { name: /^Articles of/ }).first()).toBeVisible();
  await server.stop();
});

test('a file that is missing without an upgrade causes an error with a retry, not a reload', async ({
  page,
}) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/NewsPage-*.js', (route) => route.fulfill({ status: 404, body: 'Not found.' }));
  await page.goto('sitemap');
  await page.getByRole('main').getByRole('link', { name: 'Market News' }).click();
  await expect(page.getByText("Couldn't load this page. Retrying every 10 seconds.")).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(1);
});
