/** A push message about fired alerts. A message that is delivered several times shows one notification. */
export interface PushedMessage {
  /** Identifies the message across delivery attempts. */
  key: string;
  title: string;
  text: string;
  /** Path of the related page, below the app's URL. */
  path: string;
}

/** Shown for an unreadable message: browsers revoke the permission of apps that show nothing. */
const UNREADABLE: PushedMessage = {
  key: 'unreadable',
  title: 'Marketdeck',
  text: 'An alert fired. Open Marketdeck to see it.',
  path: 'premium-alerts',
};

/** Parses a push message; `text` is null for an empty one. */
export function readMessage(text: string | null): PushedMessage {
  try {
    const message = JSON.parse(text ?? '') as Partial<Record<keyof PushedMessage, unknown>>;
    const { key, title, text: body, path } = message;
    return typeof key === 'string' &&
      typeof title === 'string' &&
      typeof body === 'string' &&
      typeof path === 'string'
      ? { key, title, text: body, path }
      : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** Shows a notification, or silently replaces the one with the same key. */
export async function showMessage(
  registration: ServiceWorkerRegistration,
  { key, title, text, path }: PushedMessage,
): Promise<void> {
  await registration.showNotification(title, {
    body: text,
    tag: key,
    icon: new URL('icons/icon-192.png', registration.scope).href,
    data: path,
  });
}

/**
 * Returns the URL that a notification opens, always below the app's own. `scope` is the app's URL with a trailing slash.
 */
export function notificationUrl(path: unknown, scope: string): string {
  const { href } = new URL(typeof path === 'string' ? path : '', scope);
  return href.startsWith(scope) ? href : scope;
}

/** The part of the worker's `clients` that is used here. */
interface Windows {
  matchAll: (options: { type: 'window' }) => Promise<readonly OpenWindow[]>;
  openWindow: (url: string) => Promise<unknown>;
}
interface OpenWindow {
  url: string;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
}

/** Navigates an open window of the app to a URL, or opens a new window. */
export async function openWindowAt(clients: Windows, url: string, scope: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window' });
  const openWindow = windows.find(({ url }) => url.startsWith(scope));
  if (!openWindow) {
    await clients.openWindow(url);
    return;
  }
  await openWindow.focus();
  await openWindow.navigate(url);
}

/** The part of a push subscription that is used here. */
interface Subscription {
  endpoint: string;
  options?: { applicationServerKey: ArrayBuffer | null };
  toJSON: () => PushSubscriptionJSON;
  unsubscribe: () => Promise<boolean>;
}
interface PushManager {
  getSubscription: () => Promise<Subscription | null>;
  subscribe: (options: PushSubscriptionOptionsInit) => Promise<Subscription>;
}

/**
 * Reports to the server that a browser's push subscription changed; the server keeps the browser's name. Some browsers pass the new
 * subscription; for others this creates one with the old one's key.
 */
export async function replaceSubscription(
  pushManager: PushManager,
  {
    oldSubscription,
    newSubscription,
  }: { oldSubscription?: Subscription | null; newSubscription?: Subscription | null },
  register: (body: string) => Promise<Response>,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options?.applicationServerKey;
  let subscription = newSubscription ?? (await pushManager.getSubscription());
  if (!subscription && applicationServerKey)
    subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  if (!subscription) return;
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  const replaces = oldSubscription?.endpoint ?? null;
  // The server uses this name only if it doesn't know the old endpoint.
  await register(JSON.stringify({ name: 'This browser', endpoint, p256dh, auth, replaces }));
}

/** Ends the push subscription when the user signs out. The server removes this browser when the push service rejects a message. */
export async function endSubscription(pushManager: PushManager | undefined): Promise<void> {
  await (await pushManager?.getSubscription())?.unsubscribe();
}
