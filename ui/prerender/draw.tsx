import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { callOf } from '~/api/queries';
import { App } from '~/app/App';
import { FRAME_QUERIES, ROUTES, type Route } from '~/routes';
import { type Screen, show } from './browser';

export interface DrawnRoute {
  path: string;
  /** The file of its code, below `src/pages` and without its ending. */
  page: string;
  /** What it asks of the API first, below `api/`, with the route's parameter in its place: `tickers/:symbol`. */
  calls: readonly string[];
  /** What is in the root of the page, by the names of screens. */
  screens: Readonly<Record<string, string>>;
}

/** The address at which a route is drawn: what its parameter names is not there yet, so it may be anything. */
const addressOf = ({ path }: Route): string =>
  path === '*' ? '/not-found' : path.replace(/:\w+/, (name) => (name === ':id' ? '1' : 'A'));

/** First what not every page asks for, for the server does not gather answers without end. */
function callsOf({ path, queries }: Route): string[] {
  const [, parameter = ''] = /(:\w+)/.exec(path) ?? [];
  const calls = [...(queries?.(parameter) ?? []), ...FRAME_QUERIES].map(callOf);
  return [...new Set(calls)].map((call) => call.replace(encodeURIComponent(parameter), parameter));
}

async function drawn(): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App onDrawn={() => {}} />
    </StrictMode>,
    // All in one piece: nothing is sent before the rest of it.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (cause) => fail(cause) },
  );
  return new Response(prelude).text();
}

let failure: unknown;
function fail(cause: unknown): void {
  failure ??= cause;
}

/** Draws every route for every screen as it looks before the server has answered anything. */
export async function drawAll(screens: readonly Screen[]): Promise<DrawnRoute[]> {
  const routes: DrawnRoute[] = [];
  for (const route of ROUTES) {
    const contents: Record<string, string> = {};
    for (const screen of screens.filter(({ routes }) => routes?.includes(route.path) ?? true)) {
      show(screen, addressOf(route));
      contents[screen.name] = await drawn();
      if (failure) throw new Error(`${route.path} could not be drawn for ${screen.name}`, { cause: failure });
    }
    routes.push({ path: route.path, page: route.page, calls: callsOf(route), screens: contents });
  }
  return routes;
}
