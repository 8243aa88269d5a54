import { expect, type Page, test } from './test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
const market = (page: Page) => page.getByRole('heading', { name: 'Market Pulse' });

/** Injects the bridge of a native shell, as Capacitor does, and records its calls. */
async function wrap(page: Page, broken = '') {
  await page.addInitScript((failUntilRetry) => {
    const methods = (...names: string[]) =>
      names.map((name) => ({ name, rtype: name.endsWith('Listener') ? 'callback' : 'promise' }));
    const calls: [string, unknown][] = [];
    const heard: Record<string, (data: unknown) => void> = {};
    const nativePromise = async (plugin: string, method: string, options: unknown) => {
      calls.push([`${plugin}.${method}`, options]);
      if (plugin === failUntilRetry) throw new Error(`${plugin} is not there`);
      return { receive: 'granted' };
    };
    const nativeCallback = (
      plugin: string,
      _method: string,
      options: { eventName: string },
      callback: (data: unknown) => void,
    ) => {
      heard[`${plugin}.${options.eventName}`] = callback;
      return options.eventName;
    };
    const PluginHeaders = [
      { name: 'StatusBar', methods: methods('setStyle', 'setBackgroundColor') },
      { name: 'SplashScreen', methods: methods('hide') },
      { name: 'PushNotifications', methods: methods('addListener', 'requestPermissions', 'register') },
      { name: 'Network', methods: methods('addListener') },
    ];
    const Capacitor = { isNativePlatform: () => true, PluginHeaders, nativePromise, nativeCallback };
    Object.assign(window, { androidBridge: {}, Capacitor, calls, heard });
  }, broken);
  const calls = () => page.evaluate(() => (window as unknown as { calls: [string, unknown][] }).calls);
  const report = (event: string, data: unknown) =>
    page.evaluate(
      ([name, value]) => {
        const { heard } = window as unknown as { heard: Record<string, (data: unknown) => void> };
        const listener = heard[name as string];
        listener?.(value);
        return listener !== undefined;
      },
      [event, data],
    );
  return { calls, report };
}

test('NATV-01 in a native wrapper status bar, splash, push and network notices are set up', async ({
  page,
}) => {
  const logged: string[] = [];
  const sent: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`));
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const { calls, report } = await wrap(page);
  await page.goto('');
  await expect(market(page)).toBeVisible();
  for (const call of [
    ['StatusBar.setStyle', { style: 'DARK' }],
    ['StatusBar.setBackgroundColor', { color: '#064e3b' }],
    ['SplashScreen.hide', { fadeOutDuration: 500 }],
  ]) {
    await expect.poll(calls).toContainEqual(call);
  }
  await expect
    .poll(async () => (await calls()).map(([name]) => name))
    .toContain('PushNotifications.register');
  await report('PushNotifications.registration', { value: 'token-of-this-device' });
  await expect.poll(() => logged.join('\n')).toMatch(/^info .*token-of-this-device/m);
  expect(sent.join('\n')).not.toContain('token-of-this-device');

  await expect
    .poll(() => report('Network.networkStatusChange', { connected: false, connectionType: 'none' }))
    .toBe(true);
  await expect(toasts(page).getByRole('alert')).toContainText('Network Connection Lost');
  await report('Network.networkStatusChange', { connected: true, connectionType: 'wifi' });
  await expect(toasts(page).getByRole('status')).toContainText("You're back online.");
  await expect(toasts(page)).toContainText('Network Connected');
});

test('NATV-01 in a native wrapper only the plugin reports network changes', async ({ page }) => {
  const { report } = await wrap(page);
  await page.goto('');
  await expect(market(page)).toBeVisible();
  await expect
    .poll(() => report('Network.networkStatusChange', { connected: false, connectionType: 'none' }))
    .toBe(true);
  await toasts(page).getByRole('button', { name: 'Dismiss notification' }).click();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click();
  const centre = page.getByRole('dialog', { name: 'Notifications' });
  await expect(centre.getByText('Network Connection Lost')).toHaveCount(1);
  await expect(centre.getByText('Network Connected')).toHaveCount(0);
});

test('NATV-01 a failing plugin is logged, and the page works', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`));
  const { calls } = await wrap(page, 'StatusBar');
  await page.goto('');
  await expect(market(page)).toBeVisible();
  await expect.poll(() => logged.join('\n')).toContain('error The native status bar color could not');
  await expect.poll(async () => (await calls()).map(([name]) => name)).toContain('SplashScreen.hide');
  await expect(toasts(page).getByRole('alert')).toHaveCount(0);
});

test("NATV-01 D13 a plain browser loads none of the wrapper's code, and has both notices", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(await response.text());
  });
  await page.goto('');
  await expect(market(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.join('')).toContain('Network Connection Lost'); // the scripts were loaded
  expect(scripts.join('')).not.toContain('setBackgroundColor');
  await page.context().setOffline(true);
  await expect(toasts(page).getByRole('alert')).toContainText('Network Connection Lost');
  await page.context().setOffline(false);
  await expect(toasts(page).getByRole('status')).toContainText('Network Connected');
});
