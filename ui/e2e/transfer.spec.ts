import { readFileSync } from 'node:fs';
import { checkPage } from './checkPage.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

/** Data of the source server is exported and then imported on the target server. */
let sourceServer: Server;
let targetServer: Server;
let exportedFile: Buffer;
test.beforeAll(async () => {
  [sourceServer, targetServer] = await Promise.all([startServer(), startServer()]);
});
test.afterAll(async () => {
  await Promise.all([sourceServer?.stop(), targetServer?.stop()]);
});

const preview = (page: Page) => page.getByRole('region', { name: 'Changes to be made' });
const chooseFile = (page: Page, buffer: Buffer, name = 'mine.json') =>
  page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/json', buffer });

test('lists, alerts and boards are exported as one file', async ({ page }) => {
  const send = (method: 'post' | 'put', path: string, data: object) =>
    page.request[method](`${sourceServer.url}api/${path}`, { data });
  const { id } = await (await send('post', 'watchlists', { name: 'Exported' })).json();
  await send('post', `watchlists/${id}/import`, [{ symbol: 'NVDA', note: 'chips' }, { symbol: 'KO' }]);
  const alert = { type: 'price', symbol: 'AAPL', condition: 'above', value: 9000, frequency: 'once' };
  expect((await send('post', 'alerts', alert)).status()).toBe(201);
  const list = { x: 0, y: 0, width: 4, height: 4, content: { kind: 'list', watchlist: id } };
  expect((await send('put', 'boards/office', { title: 'Office', tiles: [list] })).status()).toBe(201);
  await page.goto(`${sourceServer.url}settings`);
  await page.getByRole('tab', { name: 'Export and import' }).click();
  await expect(page).toHaveURL(/\?section=transfer$/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  const exportFile = await download;
  expect(exportFile.suggestedFilename()).toBe('marketdeck-sample-2026-11-20.json');
  exportedFile = readFileSync(await exportFile.path());
  const exported = JSON.parse(String(exportedFile));
  expect(exported.watchlists.map(({ name }: { name: string }) => name)).toContain('Exported');
  // Adds imported bars, as on a server that has imported a price file.
  const days = Array.from({ length: 30 }, (_, day) => [(20_000 + day) * 86_400, 5, 6, 4, 5.5, 100]);
  const gold = {
    symbol: 'GOLD-X',
    file: 'gold.csv',
    intervals: ['1d'],
    type: 'commodity',
    bars: { '1d': days },
  };
  exportedFile = Buffer.from(JSON.stringify({ ...exported, importedBars: [gold] }));
});

test('an import shows a preview of its changes, and works by keyboard', async ({ page }) => {
  const post = async (path: string, data: object) =>
    (await page.request.post(`${targetServer.url}api/${path}`, { data })).json();
  const { id } = await post('watchlists', { name: 'Exported' });
  await post(`watchlists/${id}/import`, [{ symbol: 'AMD' }]);
  await post('watchlists', { name: 'Only here' });
  await page.goto(`${targetServer.url}settings?section=transfer`);
  await chooseFile(page, Buffer.from('no JSON'));
  await expect(page.getByText("This isn't a Marketdeck export.")).toBeVisible();
  await chooseFile(page, Buffer.from('{"format":"other"}'));
  await expect(page.getByRole('main')).toContainText('This file is not a Marketdeck export.');

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose another file' }).press('Enter');
  await (await chooser).setFiles({ name: 'mine.json', mimeType: 'application/json', buffer: exportedFile });
  await expect(preview(page)).toContainText('Changed Exported (adds NVDA KO)');
  await expect(preview(page)).toContainText('Added AAPL price above $9,000');
  await expect(preview(page)).toContainText('Added Office');
  await expect(preview(page)).toContainText('Added GOLD-X (gold.csv)');
  await expect(preview(page)).not.toContainText('Deleted');
  const lists = async () => (await page.request.get(`${targetServer.url}api/watchlists`)).json();
  const before = await lists();

  const replace = page.getByRole('button', { name: 'Replace' });
  await replace.press('Space');
  await expect(replace).toBeFocused();
  await expect(preview(page)).toContainText('Changed Exported (adds NVDA KO, removes AMD)');
  await expect(preview(page)).toContainText('Deleted Only here');
  const importButton = page.getByRole('button', { name: 'Import', exact: true });
  await importButton.press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Replace existing data' });
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  await expect(importButton).toBeFocused();
  expect(await lists()).toEqual(before);

  // Another open page updates at once.
  const otherPage = await page.context().newPage();
  await otherPage.goto(`${targetServer.url}watchlist`);
  await expect(otherPage.getByText('Only here').first()).toBeVisible();
  await importButton.press('Enter');
  await confirmation.getByRole('button', { name: 'Replace' }).press('Enter');
  await expect(page.getByText(/^Changed here: \d watchlists?, 1 alert, 1 board/)).toBeVisible();
  await expect(preview(page)).toBeHidden();
  await expect(otherPage.getByText('Only here')).toHaveCount(0);
  const office = await (await page.request.get(`${targetServer.url}api/boards/office`)).json();
  expect(office.tiles[0].content.watchlist).toBe(id);
  await otherPage.goto(`${targetServer.url}ticker/GOLD-X`);
  await expect(otherPage.getByRole('heading', { level: 1 })).toContainText('GOLD-X');

  // Importing the file again would change nothing.
  await chooseFile(page, exportedFile);
  await expect(preview(page)).toContainText('Unchanged');
  await expect(importButton).toBeDisabled();
});

checkPage(
  'settings?section=transfer',
  async (page) => {
    if (!(await preview(page).isVisible())) {
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
      await chooseFile(
        page,
        exportedFile,
        'a-file-with-a-long-name-that-does-not-fit-on-a-phone-at-all.json',
      );
    }
    await expect(preview(page)).toContainText('Boards');
  },
  () => sourceServer.url,
);
