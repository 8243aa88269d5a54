import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { callOf } from '~/api/queries';
import { App } from '~/app/App';
import { ROUTES, type Route, SHELL_QUERIES } from '~/routes';
import { setLayout } from './browserGlobals';
import type { Layout } from './layouts';

export interface PrerenderedRoute {
  path: string;
  /** The file of its code, below `src/pages` and without its ending. */
  page: string;
  /** The API calls whose answers the server puts into the page, below `api/`, with the route's parameter in place: `tickers/:symbol`. */
  calls: readonly string[];
  /** The HTML of `#root`, by the name of the layout. */
  html: Readonly<Record<string, string>>;
}

/** Renders every route in every layout, as it looks before the server has answered anything. */
export async function renderRoutes(layouts: readonly Layout[]): Promise<PrerenderedRoute[]> {
  const routes: PrerenderedRoute[] = [];
  for (const route of ROUTES) {
    const html: Record<string, string> = {};
    for (const layout of layouts.filter(({ routes }) => routes?.includes(route.path) ?? true)) {
      setLayout(layout, addressOf(route));
      html[layout.name] = await render(`${route.path} in the layout ${layout.name}`);
    }
    routes.push({ path: route.path, page: route.page, calls: callsOf(route), html });
  }
  return routes;
}

/** The address at which a route is rendered. The value of its parameter is not shown before an answer is here, so any will do. */
const addressOf = ({ path }: Route): string =>
  path === '*' ? '/not-found' : path.replace(/:\w+/, (name) => (name === ':id' ? '1' : 'A'));

/** The page's own calls first: the server leaves out the last ones where there are too many. */
function callsOf({ path, queries }: Route): string[] {
  const [, parameter = ''] = /(:\w+)/.exec(path) ?? [];
  const calls = [...(queries?.(parameter) ?? []), ...SHELL_QUERIES].map(callOf);
  return [...new Set(calls)].map((call) => call.replace(encodeURIComponent(parameter), parameter));
}

async function render(what: string): Promise<string> {
  let failure: unknown;
  const onError = (cause: unknown) => {
    failure ??= cause;
  };
  const { prelude } = await prerender(
    <StrictMode>
      <App onMounted={() => {}} />
    </StrictMode>,
    // In one piece, not streamed.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError },
  );
  const html = await new Response(prelude).text();
  if (failure) throw new Error(`could not render ${what}`, { cause: failure });
  return html;
}
