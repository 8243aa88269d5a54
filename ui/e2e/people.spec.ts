import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { PASSWORD_HASH } from './password.ts';
import { type Server, startServer } from './server.ts';
import { type Browser, type BrowserContext, expect, type Page, test } from './test.ts';
import { expectToast } from './toasts.ts';

/** The owner, a member and a viewer, whose passwords are 'password'. */
const CONFIGURATION = `
password_hash = "${PASSWORD_HASH}"

[[people]]
name = "Ben"
role = "member"
password_hash = "${PASSWORD_HASH}"

[[people]]
name = "Kitchen"
role = "viewer"
password_hash = "${PASSWORD_HASH}"
`;

let server: Server;
let folder: string;
/** Signed-in browsers, closed after each test. */
let contexts: BrowserContext[] = [];

/** Each test starts its own server, because tests add and remove people. */
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marketdeck-people-'));
  const file = join(folder, 'config.toml');
  writeFileSync(file, CONFIGURATION);
  server = await startServer('127.0.0.1:0', undefined, ['--config', file]);
});
test.afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Fills in the sign-in form of the server. */
async function fillSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toBeVisible();
}

/** Opens `path` in a new browser after signing in. */
async function signIn(browser: Browser, name: string, path = '', password = 'password'): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  await fillSignIn(page, name, password);
  return page;
}

/** Creates a list with the API and returns its id. */
async function createList(page: Page, name: string, symbols: readonly string[]): Promise<number> {
  const { id } = await (await page.request.post('api/watchlists', { data: { name } })).json();
  const entries = symbols.map((symbol) => ({ symbol, note: '' }));
  await page.request.post(`api/watchlists/${id}/import`, { data: entries });
  return id;
}

const people = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('listitem');
const listNames = (page: Page) => page.getByRole('list', { name: 'Watchlists' }).getByRole('button');
const personButton = (page: Page, name: string) => page.getByRole('button', { name: `Signed in as ${name}` });

/** Shares the list that `page` shows with a person. */
async function share(page: Page, name: string, access: string): Promise<void> {
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('button', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share watchlist' });
  await dialog.getByLabel(name, { exact: true }).selectOption(access);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('the owner adds a person, who signs in and sees nothing of the owner', async ({ browser }) => {
  const owner = await signIn(browser, 'Owner', 'settings?section=people');
  await createList(owner, 'Chips', ['NVDA', 'AMD']);
  await expect(people(owner)).toHaveText([
    /Owner.*You/,
    /Ben.*Member.*configuration file/,
    /Kitchen.*Viewer/,
  ]);
  await expect(owner.getByRole('button', { name: 'Edit Ben' })).toHaveCount(0);

  await owner.getByRole('button', { name: 'Add a person' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('ben');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Name').fill('Anna Maria Berg');
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await password.fill("Anna's password");
  await expect(password).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expectToast(owner, 'Person added', 'Anna Maria Berg can now sign in.');
  await expect(people(owner).filter({ hasText: 'Anna Maria Berg' })).toHaveText(
    /Member.*Added here on Nov \d+, 2026/,
  );

  const anna = await signIn(browser, 'Anna Maria Berg', 'watchlist', "Anna's password");
  await expect(anna.getByText('No Watchlists Found')).toBeVisible();
  await expect(personButton(anna, 'Anna Maria Berg')).toHaveText('AB');
  await createList(anna, 'Retirement', ['AAPL']);
  await owner.goto('watchlist');
  await expect(listNames(owner)).toHaveText([/^Chips/]);

  await owner.goto('settings?section=people');
  await owner.getByRole('button', { name: 'Edit Anna Maria Berg' }).click();
  const edit = owner.getByRole('dialog', { name: 'Edit Anna Maria Berg' });
  await edit.getByLabel('Name').fill('Anna');
  await edit.getByRole('radio', { name: 'Viewer' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(people(owner).filter({ hasText: 'Anna' })).toHaveText(/Viewer/);
  // The open page of the person follows.
  await expect(personButton(anna, 'Anna')).toHaveText('A');
});

test('a list that the owner shares to read can be read, and one shared to write can be changed', async ({
  browser,
}) => {
  const owner = await signIn(browser, 'Owner', 'watchlist');
  const list = await createList(owner, 'Chips', ['NVDA', 'AMD']);
  await owner.goto(`watchlist?list=${list}`);
  const ben = await signIn(browser, 'Ben', 'watchlist');
  await createList(ben, 'Mine', ['AAPL']);
  await share(owner, 'Ben', 'read');

  await expect(listNames(ben)).toHaveText([/^Mine/, /^Owner: Chips/]);
  await listNames(ben).last().click();
  const table = ben.getByRole('table', { name: 'Owner: Chips' });
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await expect(ben.getByRole('heading', { name: 'Owner: Chips' })).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Add Ticker' })).toHaveCount(0);
  await expect(table.getByRole('button', { name: /^(Remove|Move|Purchases|Add)/ })).toHaveCount(0);
  const actions = ben.getByRole('dialog', { name: 'List actions' });
  const openActions = () => ben.getByRole('button', { name: 'List actions' }).click();
  await openActions();
  await expect(actions.getByRole('button')).toHaveCount(0);
  await expect(actions.getByRole('link')).toHaveText(['Export CSV', 'Export JSON']);
  await ben.keyboard.press('Escape');

  // The star of a row adds to the own list.
  await table.getByRole('button', { name: 'Watch NVDA' }).click();
  await expectToast(ben, 'Ticker added', 'Ticker has been added to your watchlist.NVDA is now in Mine.');

  await share(owner, 'Ben', 'write');
  await expect(ben.getByRole('button', { name: 'Add Ticker' })).toBeVisible();
  await table.getByRole('button', { name: 'Remove AMD' }).click();
  await ben.getByRole('dialog', { name: 'Remove ticker' }).getByRole('button', { name: 'Remove' }).click();
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(owner.getByRole('table', { name: 'Chips' }).locator('tbody tr')).toHaveCount(1);
  await openActions();
  await expect(actions.getByRole('button', { name: 'Rename' })).toBeVisible();
  await expect(actions.getByRole('button', { name: /Share|Delete/ })).toHaveCount(0);

  // Everybody includes the viewer, and a board may show the list.
  await share(owner, 'Ben', '');
  await expect(listNames(ben)).toHaveText([/^Mine/]);
  await share(owner, 'Everybody', 'read');
  await expect(listNames(ben)).toHaveText([/^Mine/, /^Owner: Chips/]);
});

test('a shared board is on the screen of the viewer, and a member changes one that is shared to write', async ({
  browser,
}) => {
  const owner = await signIn(browser, 'Owner', 'watchlist');
  const list = await createList(owner, 'Chips', ['NVDA', 'AMD']);
  const tile = (x: number, content: object) => ({ x, y: 0, width: 4, height: 4, content });
  await owner.request.put('api/boards/kitchen', {
    data: {
      title: 'Breakfast',
      inRotation: false,
      tiles: [tile(0, { kind: 'quote', symbol: 'AAPL' }), tile(4, { kind: 'list', watchlist: list })],
    },
  });
  const shareBoard = async (name: string, access: string) => {
    await owner.goto('board/kitchen');
    await owner.getByRole('button', { name: /^Shared?: Breakfast/ }).click();
    const dialog = owner.getByRole('dialog', { name: 'Share board' });
    await expect(dialog).toContainText('Others see a watchlist on it only if you share that list, too.');
    await dialog.getByLabel(name, { exact: true }).selectOption(access);
    await expectAccessible(owner);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await shareBoard('Kitchen', 'read');
  await expect(owner.getByRole('button', { name: 'Shared: Breakfast' })).toBeVisible();

  const viewer = await signIn(browser, 'Kitchen', 'boards');
  const address = 'board/kitchen@1';
  await viewer.getByRole('link', { name: 'Owner: Breakfast', exact: true }).click();
  await expect(viewer).toHaveURL(/\/board\/kitchen(@|%40)1$/);
  await expect(viewer.getByRole('heading', { name: 'Apple' }).first()).toBeVisible();
  await expect(viewer.getByText("This watchlist was deleted, or isn't shared with you.")).toBeVisible();
  await expect(viewer.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: /^Share/ })).toHaveCount(0);
  await viewer.goto(`${address}?edit`);
  await expect(viewer.getByText("As a viewer, you can't change anything.").first()).toBeVisible();
  await viewer.goto(`${address}?kiosk`);
  await expect(viewer.getByRole('heading', { name: 'Breakfast' })).toBeAttached();
  await expect(viewer.getByText('Apple').first()).toBeVisible();
  // The screen follows when the list is shared, too.
  await owner.request.put(`api/watchlists/${list}/shares`, {
    data: { shares: [{ personId: null, mayWrite: false }] },
  });
  await expect(viewer.getByText('Nvidia').or(viewer.getByText('NVDA')).first()).toBeVisible();

  const ben = await signIn(browser, 'Ben', 'boards');
  await expect(ben.getByRole('link', { name: 'Owner: Breakfast' })).toHaveCount(0);
  await shareBoard('Ben', 'read');
  await ben.goto(`${address}?edit`);
  await expect(ben.getByText('Owner shares this board for reading only.')).toBeVisible();
  await shareBoard('Ben', 'write');
  await ben.goto(`${address}?edit`);
  const title = ben.getByRole('region', { name: 'Board', exact: true }).getByLabel('Title');
  await title.fill('Brunch');
  await title.press('Enter');
  await expect(ben.getByText('Saved on this server')).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Delete board' })).toHaveCount(0);
  await owner.goto('board/kitchen');
  await expect(owner.getByRole('link', { name: 'Brunch' })).toBeVisible();
});

test('a viewer changes nothing, and a member nothing of the server', async ({ browser }) => {
  const owner = await signIn(browser, 'Owner', 'watchlist');
  const list = await createList(owner, 'Chips', ['NVDA', 'AMD']);
  await owner.goto(`watchlist?list=${list}`);
  await share(owner, 'Everybody', 'read');

  const viewer = await signIn(browser, 'Kitchen', 'watchlist');
  await expect(listNames(viewer)).toHaveText([/^Owner: Chips/]);
  const create = viewer.getByRole('button', { name: 'Create New Watchlist' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.hover();
  await expect(viewer.getByRole('tooltip')).toHaveText("As a viewer, you can't change anything.");
  await viewer.goto('premium-alerts');
  await expect(viewer.getByText("As a viewer, you can't change anything.").first()).toBeVisible();
  await viewer.goto('ticker/NVDA');
  await expect(viewer.getByRole('button', { name: 'Watchlist', exact: true })).toBeDisabled();
  expect((await viewer.request.post('api/watchlists', { data: { name: 'Mine' } })).status()).toBe(403);

  const ben = await signIn(browser, 'Ben', 'settings');
  const tabs = ben.getByRole('tablist', { name: 'Sections' }).getByRole('tab');
  await expect(tabs).toHaveText(['Appearance', 'Alert channels', 'Export and import', 'Access']);
  await ben.goto('settings?section=server');
  await expect(ben.getByText('Only the owner of this server can change this.')).toBeVisible();
  await ben.goto('status');
  await expect(ben.getByRole('region', { name: 'Server' })).toBeVisible();
  await expect(ben.getByRole('region', { name: 'Backup' })).toHaveCount(0);
  expect((await ben.request.get('api/backup')).status()).toBe(403);
});

test('the header names the person and changes over to another one', async ({ browser }) => {
  const page = await signIn(browser, 'Ben', 'news');
  await personButton(page, 'Ben').click();
  const menu = page.getByRole('dialog', { name: 'Signed in' });
  await expect(menu).toContainText('Member');
  await expectAccessible(page);
  await menu.getByRole('button', { name: 'Switch person' }).click();
  await expect(page).toHaveTitle('Sign in · Marketdeck');
  await fillSignIn(page, 'Owner', 'password');
  await expect(personButton(page, 'Owner')).toHaveText('O');
  await page.setViewportSize({ width: 320, height: 700 });
  await personButton(page, 'Owner').click();
  await expect(menu.getByRole('button', { name: 'Switch person' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('a person changes their password, which signs out their other browsers', async ({ browser }) => {
  const owner = await signIn(browser, 'Owner');
  await owner.request.post('api/people', {
    data: { name: 'Anna', role: 'member', password: 'first password' },
  });
  const other = await signIn(browser, 'Anna', 'news', 'first password');
  const anna = await signIn(browser, 'Anna', 'settings?section=access', 'first password');
  const form = anna.getByRole('form', { name: 'Change your password' });
  await form.getByRole('textbox', { name: 'Current password' }).fill('wrong password');
  await form.getByRole('textbox', { name: 'New password' }).fill('second password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByRole('textbox', { name: 'Current password' }).fill('first password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expectToast(anna, 'Password changed', 'Your other browsers have to sign in again.');
  await other.reload();
  await expect(other).toHaveTitle('Sign in · Marketdeck');
  await fillSignIn(other, 'Anna', 'second password');
  // The browser that changed it and the owner stay signed in.
  await anna.reload();
  await expect(personButton(anna, 'Anna')).toBeVisible();
  await owner.reload();
  await expect(personButton(owner, 'Owner')).toBeVisible();
});

test('a removed person can no longer sign in, and their lists move to the owner', async ({ browser }) => {
  const owner = await signIn(browser, 'Owner', 'settings?section=people');
  await owner.request.post('api/people', {
    data: { name: 'Anna', role: 'member', password: 'her password' },
  });
  const anna = await signIn(browser, 'Anna', 'watchlist', 'her password');
  await createList(anna, 'Retirement', ['AAPL']);
  await owner.getByRole('button', { name: 'Remove Anna' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Remove Anna' });
  await expect(dialog.getByRole('radio', { name: 'Move to me' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(people(owner)).toHaveCount(3);
  await owner.goto('watchlist');
  await expect(listNames(owner)).toHaveText([/^Retirement/]);
  await anna.reload();
  await expect(anna).toHaveTitle('Sign in · Marketdeck');
});

test('the parts for people are accessible and fit the screen', async ({ browser }) => {
  const owner = await signIn(browser, 'Owner', 'settings?section=people');
  await owner.request.post('api/people', {
    data: { name: 'A person with a rather long name who lives in the attic', role: 'viewer', password: null },
  });
  const list = await createList(owner, 'Chips', ['NVDA', 'AMD']);
  await expect(people(owner)).toHaveCount(4);
  await expectFits(owner);
  await owner.getByRole('button', { name: 'Add a person' }).click();
  await expectFits(owner);
  await owner.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await owner.getByRole('button', { name: /^Remove A person/ }).click();
  await expectFits(owner);
  await owner.goto(`watchlist?list=${list}`);
  await owner.getByRole('button', { name: 'List actions' }).click();
  await owner.getByRole('button', { name: 'Share…' }).click();
  await expect(owner.getByRole('dialog').getByRole('combobox')).toHaveCount(4);
  await expectFits(owner);
  await owner.goto('settings?section=access');
  await expect(owner.getByRole('list', { name: 'Signed-in browsers' })).toBeVisible();
  await expectFits(owner);
});

/** Checks the page with axe and for cut texts, on small and large screens, in light and dark. */
async function expectFits(page: Page): Promise<void> {
  for (const [width, scheme] of [
    [390, 'dark'],
    [320, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page, width === 390 ? 'everything' : 'colors');
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test('without a password there are no people: the header is as before, and the section leads to the password', async ({
  page,
}) => {
  await page.goto('settings?section=people');
  await expect(page.getByRole('main').getByText('People sign in with passwords.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Signed in as/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a person' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Set your own password' }).click();
  await expect(page.getByRole('heading', { name: 'Server', exact: true })).toBeVisible();
});
