/*
 * How a page loads:
 * 1. The server puts the page together: the template (`index.html`), the prerendered HTML of the route and its styles
 *    (`src/web/http/page.rs`), and the responses to the page's first API calls (`src/web/http/first_answers.rs`; the calls are the `queries`
 *    of `routes.ts`).
 * 2. An inline script (`prerender/inline/firstPaint.ts`) shows the prerendered HTML. After the first paint, `fetchCode` inserts the
 *    scripts and dispatches `marketdeck:fetched`, for which `main.ts` waits before it calls `start`.
 * 3. `start` puts the embedded responses into the query cache (`api/firstAnswers.ts`), loads the code of the page
 *    (`app/pageCode.ts`), and hydrates the prerendered HTML.
 * 4. During hydration `useQuery` returns no data (`useIsHydrated`), so that the first render equals the HTML. The next one has the data.
 * 5. A chart then requests its price history (`useChartSeries`). The server doesn't embed it, because the number of points depends on
 *    the chart's width, which only the browser knows.
 * `live/feed.ts` continues with live prices.
 */
import './app/mantine';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadFirstAnswers } from './api/firstAnswers';
import { App, queryClient } from './app/App';
import { reloadWhenFilesAreMissing } from './app/newVersion';
import { preloadPage } from './app/pageCode';
import { registerWorker } from './app/registerWorker';
import { isNative } from './native/isNative';

const reportMounted = () => void document.dispatchEvent(new Event('marketdeck:mounted'));

/** Renders the app into `#root`, or hydrates the page that the build rendered there. Rejects if it could not be rendered. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  reloadWhenFilesAreMissing();
  if (isNative()) {
    import('./native/start').catch((cause) => console.error('native: code could not be loaded', cause));
  }
  // Fills the query cache with the responses in the page. Their query keys are those of `api/queries.ts`, so `useQuery` finds them.
  const responses = loadFirstAnswers(queryClient);
  registerWorker(responses);
  // The page's component must be loaded before it is hydrated, as the prerendered HTML contains it.
  await preloadPage(location.pathname);
  const app = (
    <StrictMode>
      <App onMounted={reportMounted} />
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
