import { readFileSync } from 'node:fs';
import { checkPage } from './checkPage.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

/** Data created on the first server is imported on the second. */
let from: Server;
let to: Server;
let file: Buffer;
test.beforeAll(async () => {
  [from, to] = await Promise.all([startServer(), startServer()]);
});
test.afterAll(async () => {
  await Promise.all([from?.stop(), to?.stop()]);
});

const preview = (page: Page) => page.getByRole('region', { name: 'Changes to be made' });
const chooseFile = (page: Page, buffer: Buffer, name = 'mine.json') =>
  page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/json', buffer });

test('user data is exported as one file', async ({ page }) => {
  const send = (method: 'post' | 'put', path: string, data: object) =>
    page.request[method](`${from.url}api/${path}`, { data });
  const { id } = await (await send('post', 'watchlists', { name: 'Carried' })).json();
  await send('post', `watchlists/${id}/import`, [{ symbol: 'NVDA', note: 'chips' }, { symbol: 'KO' }]);
  const alert = { type: 'price', symbol: 'AAPL', condition: 'above', value: 9000, frequency: 'once' };
  expect((await send('post', 'alerts', alert)).status()).toBe(201);
  const list = { x: 0, y: 0, width: 4, height: 4, content: { kind: 'list', watchlist: id } };
  expect((await send('put', 'boards/office', { title: 'Office', tiles: [list] })).status()).toBe(201);
  await page.goto(`${from.url}settings`);
  await page.getByRole('tab', { name: 'Export and import' }).click();
  await expect(page).toHaveURL(/\?section=transfer$/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  const exportFile = await download;
  expect(exportFile.suggestedFilename()).toBe('marketdeck-sample-2026-11-20.json');
  file = readFileSync(await exportFile.path());
  const carried = JSON.parse(String(file));
  expect(carried.watchlists.map(({ name }: { name: string }) => name)).toContain('Carried');
  // Prices of another server that imported a file.
  const days = Array.from({ length: 30 }, (_, day) => [(20_000 + day) * 86_400, 5, 6, 4, 5.5, 100]);
  const gold = {
    symbol: 'GOLD-X',
    file: 'gold.csv',
    intervals: ['1d'],
    type: 'commodity',
    bars: { '1d': days },
  };
  file = Buffer.from(JSON.stringify({ ...carried, importedBars: [gold] }));
});

test('an import shows its changes first, and works by keyboard', async ({ page }) => {
  const post = async (path: string, data: object) =>
    (await page.request.post(`${to.url}api/${path}`, { data })).json();
  const { id } = await post('watchlists', { name: 'Carried' });
  await post(`watchlists/${id}/import`, [{ symbol: 'AMD' }]);
  await post('watchlists', { name: 'Here alone' });
  await page.goto(`${to.url}settings?section=transfer`);
  await chooseFile(page, Buffer.from('no JSON'));
  await expect(page.getByText("This isn't a Marketdeck export.")).toBeVisible();
  await chooseFile(page, Buffer.from('{"format":"other"}'));
  await expect(page.getByRole('main')).toContainText('This file is not a Marketdeck export.');

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose another file' }).press('Enter');
  await (await chooser).setFiles({ name: 'mine.json', mimeType: 'application/json', buffer: file });
  await expect(preview(page)).toContainText('Changed Carried (adds NVDA KO)');
  await expect(preview(page)).toContainText('Added AAPL price above $9,000');
  await expect(preview(page)).toContainText('Added Office');
  await expect(preview(page)).toContainText('Added GOLD-X (gold.csv)');
  await expect(preview(page)).not.toContainText('Deleted');
  const lists = async () => (await page.request.get(`${to.url}api/watchlists`)).json();
  const before = await lists();

  const replace = page.getByRole('button', { name: 'Replace' });
  await replace.press('Space');
  await expect(replace).toBeFocused();
  await expect(preview(page)).toContainText('Changed Carried (adds NVDA KO, removes AMD)');
  await expect(preview(page)).toContainText('Deleted Here alone');
  const doIt = page.getByRole('button', { name: 'Import', exact: true });
  await doIt.press('Enter');
  const question = page.getByRole('dialog', { name: 'Replace existing data' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(doIt).toBeFocused();
  expect(await lists()).toEqual(before);

  // Another page of the same server shows it at once.
  const other = await page.context().newPage();
  await other.goto(`${to.url}watchlist`);
  await expect(other.getByText('Here alone').first()).toBeVisible();
  await doIt.press('Enter');
  await question.getByRole('button', { name: 'Replace' }).press('Enter');
  await expect(page.getByText(/^Changed here: \d lists?, 1 alert, 1 board/)).toBeVisible();
  await expect(preview(page)).toBeHidden();
  await expect(other.getByText('Here alone')).toHaveCount(0);
  const office = await (await page.request.get(`${to.url}api/boards/office`)).json();
  expect(office.tiles[0].content.watchlist).toBe(id);
  await other.goto(`${to.url}ticker/GOLD-X`);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('GOLD-X');

  // A second import changes nothing.
  await chooseFile(page, file);
  await expect(preview(page)).toContainText('Unchanged');
  await expect(doIt).toBeDisabled();
});

checkPage(
  'settings?section=transfer',
  async (page) => {
    if (!(await preview(page).isVisible())) {
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
      await chooseFile(page, file, 'a-file-with-a-long-name-that-does-not-fit-on-a-phone-at-all.json');
    }
    await expect(preview(page)).toContainText('Boards');
  },
  () => from.url,
);
