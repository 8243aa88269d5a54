/**
 * Runs as soon as the browser has received the page's HTML. Shows the prerendered page, and fetches the code after the first paint.
 * `src/main.ts` starts the app once the code is loaded.
 */
import { LAYOUTS } from '../layouts';
import { fillTickerHead } from './fillTickerHead';
import { repeatEarlyClick } from './repeatEarlyClick';
import { reportMissingCode } from './reportMissingCode';
import { base, setting } from './storage';

/** Time after which the code is fetched even if the browser reported no paint. */
const MAX_WAIT_FOR_PAINT_MS = 2000;

const root = document.getElementById('root') as HTMLElement;
const path = location.pathname.slice(base.length - 1) || '/';

/** Returns a template that the server included in the page: `styles`, `code`, or the name of a layout. */
const template = (name: string) =>
  document.querySelector<HTMLTemplateElement>(`template[data-prerendered='${name}']`);

const isUnset = (key: string, defaultValue: string) => [null, '', defaultValue].includes(setting(key));

/**
 * Returns the prerendered page that looks like the app will: for this path (offline, the cached HTML may be of another page), in this
 * window's layout, and with default settings. Undefined if the app would look different.
 */
function matchingPage(): HTMLTemplateElement | undefined {
  const hasDefaults =
    isUnset('market-strip', 'on') &&
    isUnset('density', 'comfortable') &&
    isUnset('direction-colours', 'green-up');
  if (!hasDefaults || location.search) return undefined;
  const homeView = setting('home-view');
  const isDeck =
    path === '/' && (homeView === 'deck' || (homeView !== 'introduction' && setting('home-visits') === '3'));
  const layout = LAYOUTS.find(
    ({ media, storage }) => matchMedia(media).matches && (storage !== undefined) === isDeck,
  );
  const page = layout && template(layout.name);
  const route = page?.dataset.route ?? '';
  const isForPath = route === '*' || RegExp(`^${route.replace(/:[a-z]+/g, '[^/]+')}/?$`).test(path);
  return page && isForPath ? page : undefined;
}

/** Puts the links and scripts of the page's code into the document. */
function fetchCode(): void {
  const code = template('code');
  if (!code) return;
  code.replaceWith(code.content);
  document.dispatchEvent(new Event('marketdeck:fetched'));
}

reportMissingCode();
const page = matchingPage();
// A hidden tab never paints, so it fetches the code immediately.
if (!page || document.hidden) fetchCode();
if (page) {
  root.dataset.hydrating = '';
  root.append((template('styles') as HTMLTemplateElement).content, page.content);
  // As the bar does when it is hydrated.
  document.documentElement.toggleAttribute('data-thumb-bar', document.getElementById('thumb-bar') !== null);
  if (setting('ticker-rail') === 'hidden')
    root.querySelector('[data-rail]')?.setAttribute('data-rail', 'hidden');
  for (const other of document.querySelectorAll('template[data-route]')) other.remove();
  // Waits for the end of the HTML, where the included responses are. DOMContentLoaded would also wait for the code to run.
  document.addEventListener('readystatechange', () => fillTickerHead(path), { once: true });
  repeatEarlyClick(root);
  // Waits for the first contentful paint, because the code would delay it on a slow connection or phone. An earlier paint may show only
  // the background.
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) fetchCode();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(fetchCode, MAX_WAIT_FOR_PAINT_MS);
}
