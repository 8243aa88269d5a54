/** The Capacitor plugin functions in use; tests pass their own. */
export interface NativePlugins {
  statusBar: {
    setStyle(options: { style: 'DARK' }): Promise<void>;
    setBackgroundColor(options: { color: string }): Promise<void>;
  };
  splashScreen: { hide(options: { fadeOutDuration: number }): Promise<void> };
  push: {
    onToken(heard: (token: string) => void): Promise<unknown>;
    onRefused(heard: (reason: string) => void): Promise<unknown>;
    requestPermissions(): Promise<{ receive: string }>;
    register(): Promise<void>;
  };
  network: { onChange(heard: (connected: boolean) => void): Promise<unknown> };
}

/** Callbacks for plugin events. */
export interface NativeListeners {
  announceNetwork: (connected: boolean) => void;
  log: Pick<Console, 'info' | 'error'>;
}

/** The darkest green of the theme, which is also the manifest's `theme_color`. */
export const STATUS_BAR_COLOR = '#064e3b';
/** NATV-01. */
export const SPLASH_FADE_MS = 500;

/**
 * NATV-01: sets up status bar, splash screen, push registration and network notices. A plugin that fails (it may be
 * missing on the platform) is logged and doesn't stop the others.
 */
export async function startNative(plugins: NativePlugins, { announceNetwork, log }: NativeListeners) {
  const starts: [name: string, start: () => Promise<unknown>][] = [
    // 'DARK' means a dark background with light text.
    ['status bar style', () => plugins.statusBar.setStyle({ style: 'DARK' })],
    ['status bar color', () => plugins.statusBar.setBackgroundColor({ color: STATUS_BAR_COLOR })],
    ['splash screen', () => plugins.splashScreen.hide({ fadeOutDuration: SPLASH_FADE_MS })],
    ['push notifications', () => startPush(plugins.push, log)],
    ['network', () => plugins.network.onChange(announceNetwork)],
  ];
  await Promise.all(
    starts.map(async ([name, start]) => {
      try {
        await start();
      } catch (cause) {
        log.error(`native: ${name} failed to start`, cause);
      }
    }),
  );
}

/** Adds the listener first: the token may arrive before `register` resolves. The token is only logged. */
async function startPush(push: NativePlugins['push'], log: NativeListeners['log']): Promise<void> {
  await push.onToken((token) => log.info('Push registration token', token));
  await push.onRefused((reason) => log.error('Push registration was refused', reason));
  const { receive } = await push.requestPermissions();
  if (receive === 'granted') await push.register();
  else log.info('Push notifications are not permitted', receive);
}
