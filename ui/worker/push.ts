/** A push message about alerts. Repeated deliveries of one message show one notification. */
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
    const given = JSON.parse(text ?? '') as Partial<Record<keyof PushedMessage, unknown>>;
    const { key, title, text: body, path } = given;
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
export function addressOf(path: unknown, scope: string): string {
  const { href } = new URL(typeof path === 'string' ? path : '', scope);
  return href.startsWith(scope) ? href : scope;
}

/** The used part of the worker's `clients`. */
interface Windows {
  matchAll: (wanted: { type: 'window' }) => Promise<readonly OpenWindow[]>;
  openWindow: (address: string) => Promise<unknown>;
}
interface OpenWindow {
  url: string;
  focus: () => Promise<unknown>;
  navigate: (address: string) => Promise<unknown>;
}

/** Navigates an open window to a URL, or opens a window. */
export async function openAt(clients: Windows, address: string, scope: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => url.startsWith(scope));
  if (!open) {
    await clients.openWindow(address);
    return;
  }
  await open.focus();
  await open.navigate(address);
}

/** The used part of a push subscription. */
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
 * Registers a changed subscription at the server under its old name. Some browsers pass the new subscription, others leave it to the
 * worker to create one, for which the old one's key is needed.
 */
export async function moveTo(
  pushManager: PushManager,
  {
    oldSubscription,
    newSubscription,
  }: { oldSubscription?: Subscription | null; newSubscription?: Subscription | null },
  tell: (body: string) => Promise<Response>,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options?.applicationServerKey;
  let made = newSubscription ?? (await pushManager.getSubscription());
  if (!made && applicationServerKey)
    made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  if (!made) return;
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  const replaces = oldSubscription?.endpoint ?? null;
  // The name is used only if the server does not know the old endpoint.
  await tell(JSON.stringify({ name: 'This browser', endpoint, p256dh, auth, replaces }));
}

/** Ends the push subscription after signing out. The push service rejects the next message, and the server removes this browser. */
export async function endSubscription(pushManager: PushManager | undefined): Promise<void> {
  await (await pushManager?.getSubscription())?.unsubscribe();
}
