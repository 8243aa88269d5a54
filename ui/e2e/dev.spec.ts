import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { startServer } from './server.ts';
import { expect, test } from './test.ts';

const ui = join(import.meta.dirname, '..');
const PAGE = join(ui, 'src/pages/status/StatusPage.tsx');

/** A plugin that changes the code of the status page as it is served, but not the file on disk. */
function createChangePlugin(): Plugin & { changeCode?: (text: string) => string } {
  const plugin: Plugin & { changeCode?: (text: string) => string } = {
    name: 'change',
    enforce: 'pre',
    load: (id) =>
      id === PAGE && plugin.changeCode ? plugin.changeCode(readFileSync(PAGE, 'utf8')) : undefined,
  };
  return plugin;
}

test('the development server updates a changed page without a reload', async ({ page }) => {
  // The first start compiles all dependencies, which takes a minute or more on a busy machine.
  test.slow();
  const marketdeck = await startServer();
  process.env.MARKETDECK_URL = marketdeck.url;
  const changePlugin = createChangePlugin();
  const server = await createServer({
    configFile: join(ui, 'vite.config.ts'),
    root: ui,
    cacheDir: test.info().outputPath('vite'),
    logLevel: 'error',
    plugins: [changePlugin],
    server: { host: '127.0.0.1', port: 0 },
  });
  try {
    await server.listen();
    const address = server.httpServer?.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
    await page.goto(`http://127.0.0.1:${address.port}/status`);
    await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible();
    // The development server passes on the live feed.
    await expect(page.getByText('Sample data').first()).toBeVisible();
    // It also passes on write requests.
    const status = await page.evaluate(async () => {
      const list = { name: 'Made in development', userId: 1 };
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/watchlists', { method: 'POST', headers, body: JSON.stringify(list) })).status;
    });
    expect(status).toBe(201);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    changePlugin.changeCode = (text) =>
      text.replace('Data sources, storage and server health.', 'Changed while it was open.');
    server.watcher.emit('change', PAGE);
    await expect(page.getByText('Changed while it was open.')).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  } finally {
    await server.close();
    await marketdeck.stop();
  }
});
