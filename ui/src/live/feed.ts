import { liveUrl } from '~/paths';
import { LiveFeed } from './liveFeed';

/** The tab's live feed (LIVE-04). It connects when the first component asks for a ticker. */
export const feed = new LiveFeed({
  url: liveUrl(),
  open: (url) => new WebSocket(url),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
  random: Math.random,
  log: (message, cause) => console.warn(message, cause),
});

window.addEventListener('online', () => feed.wake());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') feed.wake();
});
