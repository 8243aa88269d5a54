import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './axe.ts';
import { type Server, startServer } from './server.ts';
import { expect, test } from './test.ts';

const RELEASE = {
  tag_name: 'v99.1.0',
  html_url: 'https://example.org/marketdeck/releases/tag/v99.1.0',
  published_at: '2026-11-19T08:00:00Z',
  body: '### Added\n\n- People in one household',
};

let server: Server;
const releases = createServer((_, response) => response.end(JSON.stringify(RELEASE)));

test.beforeAll(async () => {
  await new Promise<void>((done) => releases.listen(0, '127.0.0.1', done));
  const { port } = releases.address() as AddressInfo;
  server = await startServer('127.0.0.1:0', undefined, [], {
    MARKETDECK_UPDATE_CHECK_URL: `http://127.0.0.1:${port}/releases/latest`,
  });
});
test.afterAll(async () => {
  await server.stop();
  releases.close();
});

test('the status page shows a newer release with its notes', async ({ page }) => {
  await expect
    .poll(async () => (await (await page.request.get(`${server.url}api/status`)).json()).update?.newest)
    .toMatchObject({ version: '99.1.0' });
  await page.goto(`${server.url}status`);
  const update = page.getByRole('region', { name: 'Update' });
  await expect(update).toContainText(/Newest version\s*99\.1\.0/);
  await expect(update).toContainText(/Released\s*Nov 19, 2026/);
  await update.getByText('What changed in 99.1.0').click();
  await expect(update.getByText('People in one household')).toBeVisible();
  await expect(update.getByRole('link', { name: 'Open the release' })).toHaveAttribute(
    'href',
    RELEASE.html_url,
  );
  await expectAccessible(page);
});

test('a server that does not check for releases has no such panel', async ({ page }) => {
  await page.goto('status');
  await expect(page.getByRole('region', { name: 'Backup' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Update' })).toHaveCount(0);
});
