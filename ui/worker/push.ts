/** What the server sends a browser about alerts: one message is one notification, however often it comes. */
export interface PushedMessage {
  /** The same for every attempt to deliver one message. */
  key: string;
  title: string;
  text: string;
  /** Where the app shows what it is about, below its address. */
  path: string;
}

/** A message that cannot be read is shown as well: browsers take the permission from pages that are silent. */
const UNREADABLE: PushedMessage = {
  key: 'unreadable',
  title: 'Marketdeck',
  text: 'An alert fired. Open Marketdeck to see it.',
  path: 'premium-alerts',
};

/** Reads what was sent; `text` is null for a message without content. */
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

/** Shows a message. One of the same key takes the place of what is shown already, without a sound. */
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
 * The address that a notification leads to: below the app's own, whatever the message said.
 * `scope` is the app's address, with a slash at its end.
 */
export function addressOf(path: unknown, scope: string): string {
  const { href } = new URL(typeof path === 'string' ? path : '', scope);
  return href.startsWith(scope) ? href : scope;
}

/** What is used of the worker's `clients`. */
interface Windows {
  matchAll: (wanted: { type: 'window' }) => Promise<readonly OpenWindow[]>;
  openWindow: (address: string) => Promise<unknown>;
}
interface OpenWindow {
  url: string;
  focus: () => Promise<unknown>;
  navigate: (address: string) => Promise<unknown>;
}

/** Leads an open window to an address, or opens one. */
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

/** What is used of a subscription. */
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
 * Has the server tell this browser at its new place, under the name that it had. Some browsers bring the new subscription, others
 * leave it to the worker to make one; without the old one nobody knows for which key.
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
  // The name counts only where the server does not know the old place.
  await tell(JSON.stringify({ name: 'This browser', endpoint, p256dh, auth, replaces }));
}

/** Whoever signed out is told nothing more: the push service refuses the server's next message, and the server forgets this browser. */
export async function endSubscription(pushManager: PushManager | undefined): Promise<void> {
  await (await pushManager?.getSubscription())?.unsubscribe();
}
