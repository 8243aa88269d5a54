import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { PASSWORD_HASH } from './password.ts';
import { type Server, startServer } from './server.ts';
import { type Browser, type BrowserContext, expect, type Page, test } from './test.ts';
import { expectToast } from './toasts.ts';

let server: Server;
/** The server's URL with a host name, which passkeys need. */
let url: string;
let contexts: BrowserContext[] = [];

/** Each test starts its own server, because the sign-in page depends on whether anybody has a passkey. */
test.beforeEach(async () => {
  server = await startServer('127.0.0.1:0', undefined, [], { MARKETDECK_PASSWORD_HASH: PASSWORD_HASH });
  url = server.url.replace('127.0.0.1', 'localhost');
});
test.afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
  await server.stop();
});

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
const browsers = (page: Page) => page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem');
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

/** A new browser with an authenticator that checks the user's fingerprint. */
async function newBrowser(browser: Browser) {
  const context = await browser.newContext({ baseURL: url });
  contexts.push(context);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  /** From now on, the user fails or passes the check. */
  const setVerified = (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  /** The names of the passkeys that the device has. */
  const stored = async () => {
    const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
    return credentials.map(({ userName }) => userName);
  };
  return { page, setVerified, stored };
}

async function signInWithPassword(page: Page): Promise<void> {
  await page.goto('settings?section=access');
  await page.getByLabel('Password').fill('password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Passkey added', `You can now sign in with "${name}".`);
  await expect(passkeys(page).filter({ hasText: name })).toHaveCount(1);
}

test('a passkey is added, signs in, is renamed and removed', async ({ browser }) => {
  const { page, stored } = await newBrowser(browser);
  await signInWithPassword(page);
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue(/^Chrome on /);
  await name.fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name for the passkey.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await addPasskey(page, 'Laptop');
  await expect(passkeys(page)).toHaveText([/Laptop Synced.*never used/]);
  expect(await stored()).toEqual(['Owner']);

  await browsers(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${url}login`);
  await page.goto('news?sentiment=bullish');
  await passkeyButton(page).press('Enter');
  await expect(page).toHaveURL(`${url}news?sentiment=bullish`);
  await page.goto('settings?section=access');
  await expect(passkeys(page)).toHaveText([/Laptop Synced.*last used/]);
  await expect(browsers(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(passkeys(page)).toHaveText([/Work laptop/]);

  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Passkey removed', 'Nobody can sign in with it any more.');
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await expect.poll(stored).toEqual([]);
  // The browser that signed in with it stays signed in, and the sign-in page no longer offers passkeys.
  await page.reload();
  await browsers(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(passkeyButton(page)).toHaveCount(0);
});

test('each failure is one sentence', async ({ browser }) => {
  const { page, setVerified } = await newBrowser(browser);
  await signInWithPassword(page);
  await setVerified(false);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const create = page.getByRole('button', { name: 'Create passkey' });
  await create.click();
  const cancelled = 'No passkey was used: it was cancelled, or it took too long.';
  await expect(page.getByRole('alert')).toHaveText(cancelled);
  await setVerified(true);
  await create.click();
  await expect(passkeys(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await create.click();
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for you.');
  await expect(passkeys(page)).toHaveCount(1);
  await page.reload();

  await browsers(page).getByRole('button', { name: 'Sign out' }).click();
  await setVerified(false);
  await passkeyButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(cancelled);
  await expect(passkeyButton(page)).toBeFocused();
  await setVerified(true);
  await passkeyButton(page).click();
  await expect(page.getByRole('banner')).toBeVisible();

  // The device still has a passkey that the server no longer knows.
  const other = await browser.newContext({ baseURL: url });
  contexts.push(other);
  const owner = await other.newPage();
  await signInWithPassword(owner);
  await owner.getByRole('button', { name: /^Remove / }).click();
  await owner.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByText('No passkeys yet.')).toBeVisible();
  // Removing it signed out the other browser.
  await page.goto('login');
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(passkeyButton(page)).toHaveCount(0);
});

test('a passkey that the server refuses gets its answer on the sign-in page', async ({ browser }) => {
  const { page } = await newBrowser(browser);
  await signInWithPassword(page);
  await addPasskey(page, 'Laptop');
  await browsers(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(passkeyButton(page)).toBeVisible();
  const response = await page.request.post('login', { form: { password: 'password' } });
  expect(response.ok()).toBe(true);
  const { passkeys: stored } = await (await page.request.get('api/access')).json();
  await page.request.delete(`api/access/passkeys/${stored[0].id}`);
  await passkeyButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
    "This passkey doesn't work here. Sign in with your password.",
  );
  await expectAccessible(page);
});

test('at an IP address, the panel says why passkeys do not work', async ({ browser }) => {
  url = server.url;
  const { page } = await newBrowser(browser);
  await signInWithPassword(page);
  await expect(page.getByText('Passkeys need a host name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
});

test('the panel and the sign-in page are accessible and fit the screen', async ({ browser }) => {
  const { page } = await newBrowser(browser);
  await signInWithPassword(page);
  await addPasskey(page, 'A phone with a rather long name that somebody typed in full');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const looks = [
    [390, 'dark'],
    [320, 'light'],
    [1440, 'light'],
    [2560, 'dark'],
  ] as const;
  const expectFit = async (width: number) => {
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  };
  for (const [width, scheme] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page, width === 390 || width === 1440 ? 'everything' : 'colors');
    await expectFit(width);
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await browsers(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(passkeyButton(page)).toBeVisible();
  for (const [width, scheme] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
    await expectFit(width);
  }
});
