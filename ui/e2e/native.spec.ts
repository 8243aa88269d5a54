import { expect, type Page, test } from './test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
const marketPulse = (page: Page) => page.getByRole('heading', { name: 'Market Pulse' });

/**
 * Injects a mock of Capacitor's native bridge, whose plugin `failingPlugin` fails. Returns functions that read its calls
 * and send it an event.
 */
async function mockNativeShell(page: Page, failingPlugin = '') {
  await page.addInitScript((failingPlugin) => {
    const methods = (...names: string[]) =>
      names.map((name) => ({ name, rtype: name.endsWith('Listener') ? 'callback' : 'promise' }));
    const calls: [string, unknown][] = [];
    const listeners: Record<string, (data: unknown) => void> = {};
    const nativePromise = async (plugin: string, method: string, options: unknown) => {
      calls.push([`${plugin}.${method}`, options]);
      if (plugin === failingPlugin) throw new Error(`${plugin} is not available`);
      return { receive: 'granted' };
    };
    const nativeCallback = (
      plugin: string,
      _method: string,
      options: { eventName: string },
      callback: (data: unknown) => void,
    ) => {
      listeners[`${plugin}.${options.eventName}`] = callback;
      return options.eventName;
    };
    const PluginHeaders = [
      { name: 'StatusBar', methods: methods('setStyle', 'setBackgroundColor') },
      { name: 'SplashScreen', methods: methods('hide') },
      { name: 'PushNotifications', methods: methods('addListener', 'requestPermissions', 'register') },
      { name: 'Network', methods: methods('addListener') },
    ];
    const Capacitor = { isNativePlatform: () => true, PluginHeaders, nativePromise, nativeCallback };
    Object.assign(window, { androidBridge: {}, Capacitor, calls, listeners });
  }, failingPlugin);
  const calls = () => page.evaluate(() => (window as unknown as { calls: [string, unknown][] }).calls);
  const sendEvent = (event: string, data: unknown) =>
    page.evaluate(
      ([name, value]) => {
        const { listeners } = window as unknown as { listeners: Record<string, (data: unknown) => void> };
        const listener = listeners[name as string];
        listener?.(value);
        return listener !== undefined;
      },
      [event, data],
    );
  return { calls, sendEvent };
}

test('NATV-01 in a native shell the status bar, splash screen, push and network notices are set up', async ({
  page,
}) => {
  const logged: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`));
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  const { calls, sendEvent } = await mockNativeShell(page);
  await page.goto('');
  await expect(marketPulse(page)).toBeVisible();
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
  await sendEvent('PushNotifications.registration', { value: 'token-of-this-device' });
  await expect.poll(() => logged.join('\n')).toMatch(/^info .*token-of-this-device/m);
  expect(requests.join('\n')).not.toContain('token-of-this-device');

  await expect
    .poll(() => sendEvent('Network.networkStatusChange', { connected: false, connectionType: 'none' }))
    .toBe(true);
  await expect(toasts(page).getByRole('alert')).toContainText('Network Connection Lost');
  await sendEvent('Network.networkStatusChange', { connected: true, connectionType: 'wifi' });
  await expect(toasts(page).getByRole('status')).toContainText("You're back online.");
  await expect(toasts(page)).toContainText('Network Connected');
});

test('NATV-01 in a native shell only the plugin reports network changes', async ({ page }) => {
  const { sendEvent } = await mockNativeShell(page);
  await page.goto('');
  await expect(marketPulse(page)).toBeVisible();
  await expect
    .poll(() => sendEvent('Network.networkStatusChange', { connected: false, connectionType: 'none' }))
    .toBe(true);
  await toasts(page).getByRole('button', { name: 'Dismiss notification' }).click();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click();
  const notificationCenter = page.getByRole('dialog', { name: 'Notifications' });
  await expect(notificationCenter.getByText('Network Connection Lost')).toHaveCount(1);
  await expect(notificationCenter.getByText('Network Connected')).toHaveCount(0);
});

test('NATV-01 the failure of a plugin is logged, and the page works', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`));
  const { calls } = await mockNativeShell(page, 'StatusBar');
  await page.goto('');
  await expect(marketPulse(page)).toBeVisible();
  await expect.poll(() => logged.join('\n')).toContain('error native: status bar color failed to start');
  await expect.poll(async () => (await calls()).map(([name]) => name)).toContain('SplashScreen.hide');
  await expect(toasts(page).getByRole('alert')).toHaveCount(0);
});

test('NATV-01 D13 a browser loads no code of the native shell, and shows both network notices', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(await response.text());
  });
  await page.goto('');
  await expect(marketPulse(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.join('')).toContain('Network Connection Lost'); // The scripts are loaded.
  expect(scripts.join('')).not.toContain('setBackgroundColor');
  await page.context().setOffline(true);
  await expect(toasts(page).getByRole('alert')).toContainText('Network Connection Lost');
  await page.context().setOffline(false);
  await expect(toasts(page).getByRole('status')).toContainText('Network Connected');
});
