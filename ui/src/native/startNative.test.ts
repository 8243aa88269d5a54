import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isNative } from './isNative';
import { type NativePlugins, STATUS_BAR_COLOR, startNative } from './startNative';

/** Returns fake plugins that record every call. The call named `broken` fails; `receive` is the user's choice about permission. */
function device({ broken, receive = 'granted' }: { broken?: string; receive?: string } = {}) {
  const calls: [string, ...unknown[]][] = [];
  const pluginListeners = { token: (_: string) => {}, network: (_: boolean) => {} };
  const record = async (name: string, ...options: unknown[]) => {
    calls.push([name, ...options]);
    if (name === broken) throw new Error(`${name} is not implemented`);
  };
  const plugins: NativePlugins = {
    statusBar: {
      setStyle: (options) => record('setStyle', options),
      setBackgroundColor: (options) => record('setBackgroundColor', options),
    },
    splashScreen: { hide: (options) => record('hide', options) },
    push: {
      onToken: async (listener) => {
        pluginListeners.token = listener;
      },
      onRejected: async () => undefined,
      requestPermissions: async () => {
        await record('requestPermissions');
        return { receive };
      },
      register: () => record('register'),
    },
    network: {
      onChange: async (listener) => {
        await record('network');
        pluginListeners.network = listener;
      },
    },
  };
  const listeners = { announceNetwork: vi.fn(), log: { info: vi.fn(), error: vi.fn() } };
  return { plugins, listeners, pluginListeners, calls, names: () => calls.map(([name]) => name) };
}

test('NATV-01 dark green status bar with light text, splash fades in 500 ms', async () => {
  const { plugins, listeners, calls } = device();
  await startNative(plugins, listeners);
  expect(calls).toContainEqual(['setStyle', { style: 'DARK' }]);
  expect(calls).toContainEqual(['setBackgroundColor', { color: '#064e3b' }]);
  expect(calls).toContainEqual(['hide', { fadeOutDuration: 500 }]);
});

test('NATV-01 the status bar has the color of the manifest', () => {
  const manifest = JSON.parse(readFileSync(resolve(__dirname, '../../public/manifest.webmanifest'), 'utf8'));
  expect(manifest.theme_color).toBe(STATUS_BAR_COLOR);
});

test('NATV-01 push is registered once it is permitted, and the token is only logged', async () => {
  const { plugins, listeners, pluginListeners, names } = device();
  const fetch = vi.spyOn(globalThis, 'fetch');
  await startNative(plugins, listeners);
  expect(names()).toContain('register');
  pluginListeners.token('abc');
  expect(listeners.log.info).toHaveBeenCalledWith('native: push registration token', 'abc');
  expect(fetch).not.toHaveBeenCalled();
});

test('NATV-01 push is not registered without permission', async () => {
  const { plugins, listeners, names } = device({ receive: 'denied' });
  await startNative(plugins, listeners);
  expect(names()).toContain('requestPermissions');
  expect(names()).not.toContain('register');
  expect(listeners.log.error).not.toHaveBeenCalled();
});

test('NATV-01 network changes reported by the plugin are announced', async () => {
  const { plugins, listeners, pluginListeners } = device();
  await startNative(plugins, listeners);
  pluginListeners.network(false);
  pluginListeners.network(true);
  expect(listeners.announceNetwork.mock.calls).toEqual([[false], [true]]);
});

for (const broken of [
  'setStyle',
  'setBackgroundColor',
  'hide',
  'requestPermissions',
  'register',
  'network',
]) {
  test(`NATV-01 a failing ${broken} is logged once and doesn't stop the others`, async () => {
    const { plugins, listeners, names } = device({ broken });
    await startNative(plugins, listeners);
    expect(listeners.log.error).toHaveBeenCalledTimes(1);
    const others = ['setStyle', 'setBackgroundColor', 'hide', 'requestPermissions', 'network'];
    expect(names()).toEqual(expect.arrayContaining(others));
  });
}

test('NATV-01 a page is native only if the Capacitor bridge says so', () => {
  expect(isNative({})).toBe(false);
  expect(isNative({ Capacitor: {} })).toBe(false);
  expect(isNative({ Capacitor: { isNativePlatform: () => false } })).toBe(false);
  expect(isNative({ Capacitor: { isNativePlatform: () => true } })).toBe(true);
});
