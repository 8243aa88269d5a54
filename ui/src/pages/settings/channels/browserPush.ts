import { call } from '~/api/call';
import { basePath } from '~/paths';

/** Why push alerts can't be turned on, with what to do about it. */
export class PushError extends Error {}

/** The reason why this browser lacks Web Push; null if it supports it. */
export function pushObstacle(): string | null {
  if (!window.isSecureContext) return 'Push alerts need HTTPS (or localhost).';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return "This browser doesn't support push alerts. On an iPhone or iPad, add Marketdeck to the home screen and open it from there.";
  return null;
}

async function registration(): Promise<ServiceWorkerRegistration> {
  const found = await navigator.serviceWorker.getRegistration(basePath());
  if (!found?.active) throw new PushError("The app isn't ready for this yet. Reload the page and try again.");
  return found;
}

/** Subscribes this browser and returns the name of its channel. Throws a `PushError` if that fails. */
export async function subscribe(): Promise<string> {
  // Permission must be requested directly after the click: browsers ignore requests without a user action.
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushError(
      "This browser blocks notifications from this page. Allow them in its settings for this site (next to the page's address), then try again.",
    );
  const { pushManager } = await registration();
  const { publicKey } = await call('post', '/api/alert-browsers/key', {});
  // Removes a subscription with an old key, from before the database was recreated.
  await (await pushManager.getSubscription())?.unsubscribe();
  let subscription: PushSubscription;
  try {
    subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    console.info('No subscription was made', cause);
    throw new PushError("Couldn't reach the browser's push service. Try again later.");
  }
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const payload = { name: browserName(navigator.userAgent), endpoint, p256dh, auth };
  const { channel } = await call('post', '/api/alert-browsers', { payload });
  return channel;
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  const found = await navigator.serviceWorker.getRegistration(basePath());
  await (await found?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * This browser's key in the server's list: the first 16 hex digits of the SHA-256 of its endpoint; null without a
 * subscription.
 */
export async function fingerprint(): Promise<string | null> {
  if (pushObstacle() !== null) return null;
  const found = await navigator.serviceWorker.getRegistration(basePath());
  const subscription = await found?.pushManager.getSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Checked in this order, because most browsers also claim to be others. */
const BROWSERS: readonly (readonly [word: RegExp, name: string])[] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: typeof BROWSERS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** A readable browser name: 'Firefox on Android'. */
export function browserName(userAgent: string): string {
  const nameIn = (list: typeof BROWSERS) => list.find(([word]) => word.test(userAgent))?.[1];
  return `${nameIn(BROWSERS) ?? 'Browser'} on ${nameIn(SYSTEMS) ?? 'another system'}`;
}
