/** The used functions of the Capacitor plugins; tests pass fakes. */
export interface NativePlugins {
  statusBar: {
    setStyle(options: { style: 'DARK' }): Promise<void>;
    setBackgroundColor(options: { color: string }): Promise<void>;
  };
  splashScreen: { hide(options: { fadeOutDuration: number }): Promise<void> };
  push: {
    onToken(listener: (token: string) => void): Promise<unknown>;
    onRejected(listener: (reason: string) => void): Promise<unknown>;
    requestPermissions(): Promise<{ receive: string }>;
    register(): Promise<void>;
  };
  network: { onChange(listener: (connected: boolean) => void): Promise<unknown> };
}

/** Callbacks for plugin events. */
export interface NativeListeners {
  announceNetwork: (connected: boolean) => void;
  log: Pick<Console, 'info' | 'error'>;
}

/** The darkest green of the theme, and the manifest's `theme_color`. */
export const STATUS_BAR_COLOR = '#064e3b';
/** NATV-01: how long the splash screen fades out. */
export const SPLASH_FADE_MS = 500;

/**
 * NATV-01: sets up status bar, splash screen, push registration and network notices. A plugin that fails (it may be
 * missing on the platform) is logged and doesn't stop the others.
 */
export async function startNative(plugins: NativePlugins, { announceNetwork, log }: NativeListeners) {
  const steps: [name: string, start: () => Promise<unknown>][] = [
    // 'DARK' means a dark background with light text.
    ['status bar style', () => plugins.statusBar.setStyle({ style: 'DARK' })],
    ['status bar color', () => plugins.statusBar.setBackgroundColor({ color: STATUS_BAR_COLOR })],
    ['splash screen', () => plugins.splashScreen.hide({ fadeOutDuration: SPLASH_FADE_MS })],
    ['push notifications', () => startPush(plugins.push, log)],
    ['network', () => plugins.network.onChange(announceNetwork)],
  ];
  await Promise.all(
    steps.map(async ([name, start]) => {
      try {
        await start();
      } catch (cause) {
        log.error(`native: ${name} failed to start`, cause);
      }
    }),
  );
}

/** Registers for push notifications and logs the token, which may arrive before `register` resolves. */
async function startPush(push: NativePlugins['push'], log: NativeListeners['log']): Promise<void> {
  await push.onToken((token) => log.info('native: push registration token', token));
  await push.onRejected((reason) => log.error('native: push registration failed', reason));
  const { receive } = await push.requestPermissions();
  if (receive === 'granted') await push.register();
  else log.info('native: push notifications are not permitted', receive);
}
