import type { Page, WebSocketRoute } from './test.ts';

export interface ScriptedFeed {
  /** What the page asked for, in order: 'subscribe 3'. */
  asked: string[];
  connections: () => number;
  /** Sends a message to the page over the newest connection. */
  send: (message: unknown) => void;
  /** Ends the newest connection; 1000 is clean. */
  close: (code: number) => void;
}

/** Takes the server's place at /ws, so that a test decides what is heard and when. */
export async function scriptFeed(page: Page): Promise<ScriptedFeed> {
  const asked: string[] = [];
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    sockets.push(socket);
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'ping') socket.send('{"type":"pong"}');
      else if (message.type !== 'batch') asked.push(`${message.type} ${message.tickerId}`);
    });
  });
  return {
    asked,
    connections: () => sockets.length,
    send: (message) => sockets.at(-1)?.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: (code) => void sockets.at(-1)?.close({ code }),
  };
}

/**
 * Notes every flash of a price from now on, for each is gone after a second. Before the page is opened, which tests
 * do as somebody who asked for less motion: here with all of it.
 */
export async function recordFlashes(page: Page): Promise<() => Promise<string[]>> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const flashes: string[] = [];
    Object.assign(window, { flashes });
    const hex = (colour: string) =>
      `#${colour
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
