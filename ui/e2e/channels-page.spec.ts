import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

/** A server without channels, and a receiver for the channels the tests create. */
let server: Server;
let receiver: Receiver;

test.beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer();
});
test.afterAll(async () => {
  await Promise.all([server?.stop(), receiver?.stop()]);
});

const card = (page: Page, name: string) => page.getByRole('region', { name: `Channel ${name}` });
const dialog = (page: Page) => page.getByRole('dialog');
const kind = (page: Page, name: string) =>
  dialog(page).getByRole('group', { name: 'Kind of channel' }).getByRole('button', { name, exact: true });
const preview = (page: Page) => dialog(page).getByRole('region', { name: 'Preview of the message' });
const open = (page: Page) => page.goto(`${server.url}settings?section=channels`);

test('ALRT-05 a channel is tested, added, edited, disabled and removed, and another open page updates', async ({
  page,
  context,
}) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  const add = page.getByRole('button', { name: 'Add channel' });
  await add.click();
  await kind(page, 'Webhook').click();
  const url = dialog(page).getByLabel('URL', { exact: true });
  await url.fill(`${receiver.url}/hook-of-nobody-else`);
  await dialog(page).getByLabel('Name').fill('home');
  await dialog(page).getByRole('button', { name: 'Send test' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('Test arrived. 200 OK, in');
  expect(receiver.received).toMatchObject([{ test: true }]);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(add).toBeFocused();
  await expect(card(page, 'home')).toContainText(new URL(receiver.url).host);
  await expect(card(page, 'home')).not.toContainText('hook-of-nobody-else');
  await expect(card(other, 'home')).toBeVisible();

  // The channel is edited by keyboard. Its URL is not shown and stays unchanged.
  const edit = card(page, 'home').getByRole('button', { name: 'Edit home' });
  await edit.press('Enter');
  await expect(dialog(page).getByText(/^Set Nov 20, 2026, never shown$/)).toBeVisible();
  await dialog(page).getByText('Quiet hours and limits').press('Enter');
  await dialog(page).getByLabel('Quiet from').fill('02:00');
  await dialog(page).getByLabel('Quiet to').fill('03:00');
  await dialog(page).getByLabel('Time zone').fill('Europe/Berlin');
  await dialog(page).getByLabel('Time zone').press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(card(page, 'home')).toContainText('02:00 to 03:00, Europe/Berlin');
  await expect(card(other, 'home')).toContainText('02:00 to 03:00, Europe/Berlin');
  receiver.received.length = 0;
  await card(page, 'home').getByRole('button', { name: 'Send test to home' }).press('Enter');
  await expect.poll(() => receiver.received).toMatchObject([{ test: true }]);

  const alert = { type: 'price', symbol: 'AAPL', condition: 'above', value: 9999, frequency: 'once' };
  await page.request.post(`${server.url}api/alerts`, { data: { ...alert, delivery: ['home'] } });
  const toggle = card(page, 'home').getByRole('switch', { name: 'Send alerts to home' });
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).not.toBeChecked();
  await expect(card(page, 'home')).toContainText('Switched off');
  await expectAccessible(page);
  await other.goto(`${server.url}premium-alerts`);
  const rows = other.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  const alertRow = rows.filter({ hasText: 'AAPL' }).filter({ hasText: 'home' });
  await expect(alertRow).toContainText('Once Only · home (switched off)');

  await card(page, 'home').getByRole('button', { name: 'Remove home' }).click();
  await expect(dialog(page)).toContainText('Alerts sent only to home will appear in the app instead.');
  await dialog(page).getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(card(page, 'home')).toBeHidden();
  await expect(add).toBeFocused();
  await expect(alertRow).toContainText('Once Only · home (removed)');
});

test('ALRT-05 errors appear at their field, and the form of every kind fits a phone of 320 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page);
  await page.getByRole('button', { name: 'Add channel' }).press('Enter');
  await expect(kind(page, 'ntfy')).toHaveAttribute('aria-pressed', 'true');
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
  const topic = dialog(page).getByLabel('Topic');
  await expect(topic).toBeFocused();
  await expect(topic).toHaveAccessibleDescription(/A value is required\./i);
  await dialog(page).getByText('Quiet hours and limits').press('Enter');
  for (const name of ['Email', 'Webhook', 'SMS gateway', 'Telegram', 'ntfy']) {
    await kind(page, name).press('Enter');
    await expect(kind(page, name)).toHaveAttribute('aria-pressed', 'true');
    expect(await cutTexts(page), name).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, name).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  await kind(page, 'Webhook').press('Enter');
  await dialog(page).getByLabel('Body (optional)').fill('{"is": ""}');
  await dialog(page).getByLabel('Body (optional)').press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await dialog(page).getByRole('button', { name: 'text', exact: true }).press('Enter');
  await expect(dialog(page).getByLabel('Body (optional)')).toHaveValue('{"is": "{{text}}"}');
  // The server renders the preview. Errors in a template appear in its place.
  await expect(preview(page)).toHaveText('{"is": "AAPL price rose above $300"}');
  await expectAccessible(page);
  await dialog(page).getByLabel('Body (optional)').fill('{"is": "{{prize}}"}');
  await expect(preview(page)).toContainText(
    "Body: Unknown variable '{{prize}}'; expected one of: title, text,",
  );
  await expectAccessible(page);
  await dialog(page).getByLabel('Body (optional)').fill('{"is": {{price}}}');
  await expect(preview(page)).toHaveText('{"is": 300.12}');
  await kind(page, 'SMS gateway').press('Enter');
  await dialog(page).getByLabel('URL', { exact: true }).fill('https://sms.example/?text={{title}}');
  await expect(preview(page)).toHaveText('GET https://sms.example/?text=AAPL');
  await kind(page, 'ntfy').press('Enter');
  await expect(preview(page)).toContainText('"message":"AAPL price rose above $300"');
  await preview(page).focus();
  await expect(preview(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('ALRT-05 a channel with the same name as one in the configuration file can be removed', async ({
  page,
}) => {
  const settings = { name: 'hall', kind: 'ntfy', topic: 'deck' };
  await page.request.post(`${server.url}api/alert-channels`, { data: { settings } });
  const folder = mkdtempSync(join(tmpdir(), 'marketdeck-channels-'));
  const config = join(folder, 'config.toml');
  writeFileSync(config, `[[channels]]\nname = "hall"\nkind = "webhook"\nurl = "${receiver.url}"\n`);
  await server.shutDown();
  server = await startServer('127.0.0.1:0', server.data, ['--config', config]);
  rmSync(folder, { recursive: true });
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page);
  await expect(card(page, 'hall')).toContainText('From the configuration file');
  await expect(card(page, 'hall')).toContainText('A channel created on this page has the same name.');
  expect(await cutTexts(page)).toEqual([]);
  await expectAccessible(page);
  await card(page, 'hall').getByRole('button', { name: 'Remove the unused one' }).press('Enter');
  await expect(dialog(page)).toContainText('The channel hall in the configuration file is not affected.');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(card(page, 'hall').getByRole('button', { name: 'Remove the unused one' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add channel' })).toBeFocused();
  await expect(card(page, 'hall')).toBeVisible();
});
