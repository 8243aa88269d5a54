/**
 * Runs as soon as the page's HTML has come: shows the page as the build rendered it, and has the code fetched after the first
 * paint. `src/main.ts` starts the app once that code is here.
 */
import { LAYOUTS } from '../layouts';
import { fillTickerHead } from './fillTickerHead';
import { repeatEarlyClick } from './repeatEarlyClick';
import { reportMissingCode } from './reportMissingCode';
import { base, setting } from './storage';

/** Where no paint is reported, or none comes. */
const MAX_WAIT_FOR_PAINT_MS = 2000;

const root = document.getElementById('root') as HTMLElement;
const path = location.pathname.slice(base.length - 1) || '/';

/** A template that the server put into the page: `styles`, `code`, or the name of a layout. */
const template = (name: string) =>
  document.querySelector<HTMLTemplateElement>(`template[data-prerendered='${name}']`);

const isUnset = (key: string, initial: string) => [null, '', initial].includes(setting(key));

/**
 * The rendered page that looks as the app will: of this route (without a server another page's may be here), in this window's
 * layout, with the settings it was rendered with. Nothing where the app would look different.
 */
function fittingPage(): HTMLTemplateElement | undefined {
  const isUsual =
    isUnset('market-strip', 'on') &&
    isUnset('density', 'comfortable') &&
    isUnset('direction-colours', 'green-up');
  if (!isUsual || location.search) return undefined;
  const homeView = setting('home-view');
  const isDeck =
    path === '/' && (homeView === 'deck' || (homeView !== 'introduction' && setting('home-visits') === '3'));
  const layout = LAYOUTS.find(
    ({ media, storage }) => matchMedia(media).matches && (storage !== undefined) === isDeck,
  );
  const page = layout && template(layout.name);
  const route = page?.dataset.route ?? '';
  const isOfRoute = route === '*' || RegExp(`^${route.replace(/:[a-z]+/g, '[^/]+')}/?$`).test(path);
  return page && isOfRoute ? page : undefined;
}

/** Puts the links and scripts of the page's code into the document. */
function fetchCode(): void {
  const code = template('code');
  if (!code) return;
  code.replaceWith(code.content);
  document.dispatchEvent(new Event('marketdeck:fetched'));
}

reportMissingCode();
const page = fittingPage();
// A hidden tab paints nothing.
if (!page || document.hidden) fetchCode();
if (page) {
  root.dataset.hydrating = '';
  root.append((template('styles') as HTMLTemplateElement).content, page.content);
  for (const other of document.querySelectorAll('template[data-route]')) other.remove();
  // When the HTML was read to its end: the answers are at its end. DOMContentLoaded would wait for the code to run.
  document.addEventListener('readystatechange', () => fillTickerHead(path), { once: true });
  repeatEarlyClick(root);
  // Code would take its share of a slow line, and of a slow phone, before anything is visible. The first paint may be of the
  // background alone.
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) fetchCode();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(fetchCode, MAX_WAIT_FOR_PAINT_MS);
}
