import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { PASSWORD_HASH } from './password.ts';
import { type Server, startServer } from './server.ts';
import { type Browser, expect, type Page, test } from './test.ts';

let server: Server;

test.beforeAll(async () => {
  server = await startServer('127.0.0.1:0', undefined, [], { MARKETDECK_PASSWORD_HASH: PASSWORD_HASH });
});

test.afterAll(() => server.stop());

const password = (page: Page) => page.getByLabel('Password');
const tokens = (page: Page) => page.getByRole('list', { name: 'Tokens' }).getByRole('listitem');
const browsers = (page: Page) => page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem');

/** Opens `path` in a new browser context after signing in. */
async function signIn(browser: Browser, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: server.url });
  await page.goto(path);
  await password(page).fill('password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toBeVisible();
  return page;
}

test('every visitor signs in, by keyboard alone, and returns to the requested page', async ({ page }) => {
  await page.goto(`${server.url}settings?section=access`);
  await expect(page).toHaveTitle('Sign in · Marketdeck');
  for (const [width, scheme] of [
    [320, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(password(page)).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Wrong password.');
  await expect(password(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('password');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(`${server.url}settings?section=access`);
  await expect(browsers(page).filter({ hasText: 'This browser' })).toContainText(
    /Chrome on \w+ This browser/,
  );
});

test('a token is created, shown once, used and revoked', async ({ browser }) => {
  const page = await signIn(browser, 'settings?section=access');
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name for the token.')).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.type('Home Assistant');
  await page.getByRole('button', { name: 'Read and change' }).click();
  await expect(page.getByText('download backups')).toBeVisible();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  const done = page.getByRole('button', { name: 'Done' });
  await expect(done).toBeFocused();
  const token = page.getByRole('region', { name: 'Token Home Assistant' });
  const secret = (await token.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^mdk_[\w-]{43}$/);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(token).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Tokens' })).toBeFocused();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(tokens(page)).toHaveText([/Home Assistant Read.*never used/]);

  const requestMetrics = () =>
    fetch(`${server.url}metrics`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await requestMetrics()).status).toBe(200);
  const revoke = page.getByRole('button', { name: 'Revoke Home Assistant' });
  await revoke.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Revoke token' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(revoke).toBeFocused();
  expect((await requestMetrics()).status).toBe(200);
  await revoke.click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  expect((await requestMetrics()).status).toBe(401);
  await page.context().close();
});

test('the access section is accessible and fits the screen, with a token and an open form', async ({
  browser,
}) => {
  const page = await signIn(browser, 'settings?section=access');
  await page.request.post('api/access/tokens', {
    data: { name: 'A program with a rather long name on the machine in the cellar', scope: 'write' },
  });
  await page.reload();
  await expect(tokens(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Create a token' }).click();
  for (const [width, scheme] of [
    [390, 'dark'],
    [320, 'light'],
    [1440, 'light'],
    [2560, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page, width === 390 || width === 1440 ? 'everything' : 'colors');
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.context().close();
});

test('a browser that another browser signs out can sign in again and return to its page', async ({
  browser,
}) => {
  const signedOutPage = await signIn(browser, 'news');
  await expect(signedOutPage.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  const page = await signIn(browser, 'settings?section=access');
  const others = browsers(page).filter({ hasNotText: 'This browser' });
  await expect(browsers(page).filter({ hasText: 'This browser' })).toHaveCount(1);
  const count = await others.count();
  await others
    .last()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(others).toHaveCount(count - 1);
  await signedOutPage.getByRole('link', { name: 'Commodities' }).first().click();
  await signedOutPage.getByRole('button', { name: 'Sign in' }).click();
  await password(signedOutPage).fill('password');
  await signedOutPage.getByRole('button', { name: 'Sign in' }).click();
  await expect(signedOutPage.getByRole('heading', { level: 1, name: 'Commodities' })).toBeVisible();
  await signedOutPage.context().close();
  await page.context().close();
});

test('without a password, the access section explains what that means', async ({ page }) => {
  await page.goto('settings?section=access');
  await expect(page.getByRole('heading', { name: 'No password is set' })).toBeVisible();
  await expect(page.getByText('marketdeck hash-password')).toBeVisible();
  await expectAccessible(page);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow', savesData: false });

  test("signing out clears the browser's cache", async ({ page }) => {
    const cachedUrls = () =>
      page.evaluate(async () => {
        const urls: string[] = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
        return urls;
      });
    await page.goto(`${server.url}commodities`);
    await password(page).fill('password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Commodities' })).toBeVisible();
    await expect
      .poll(async () => (await cachedUrls()).filter((url) => url.includes('/api/')).length)
      .toBeGreaterThan(0);
    await page.goto(`${server.url}settings?section=access`);
    await browsers(page)
      .filter({ hasText: 'This browser' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await expect(page).toHaveURL(`${server.url}login`);
    await expect(password(page)).toBeVisible();
    await expect.poll(async () => (await cachedUrls()).filter((url) => url.includes('/api/'))).toEqual([]);
    // The app shell is not the sign-in page.
    const shell = await page.evaluate(async () =>
      (await caches.match(document.baseURI.replace('login', '')))?.text(),
    );
    expect(shell).toContain('id="root"');
    await page.goto(`${server.url}commodities`);
    await expect(password(page)).toBeVisible();
  });
});
