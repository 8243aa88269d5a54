import type { Page, WebSocketRoute } from './test.ts';

export interface MockFeed {
  /** The page's requests in order, such as 'subscribe 3'. */
  requests: string[];
  connections: () => number;
  /** Sends a message to the page over the newest connection. */
  send: (message: unknown) => void;
  /** Closes the newest connection; 1000 is a clean close. */
  close: (code: number) => void;
}

/** Replaces the live feed at /ws, so that a test controls the messages and their timing. */
export async function mockFeed(page: Page): Promise<MockFeed> {
  const requests: string[] = [];
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    sockets.push(socket);
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'ping') socket.send('{"type":"pong"}');
      else if (message.type !== 'batch') requests.push(`${message.type} ${message.tickerId}`);
    });
  });
  return {
    requests,
    connections: () => sockets.length,
    send: (message) => sockets.at(-1)?.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: (code) => void sockets.at(-1)?.close({ code }),
  };
}

/**
 * Records every price flash as 'text color'. Turns off reduced motion, with which prices don't flash. Call before opening
 * the page. Returns a function that returns the flashes so far.
 */
export async function recordFlashes(page: Page): Promise<() => Promise<string[]>> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const flashes: string[] = [];
    Object.assign(window, { flashes });
    const hex = (color: string) =>
      `#${color
        .match(/\d+/g)
        ?.map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const price = target as HTMLElement;
        if (price.dataset.flash) flashes.push(`${price.textContent} ${hex(getComputedStyle(price).color)}`);
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-flash'] });
  });
  return () => page.evaluate(() => (window as unknown as { flashes: string[] }).flashes);
}
