import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { callOf } from '~/api/queries';
import { App } from '~/app/App';
import { ROUTES, type Route, SHELL_QUERIES } from '~/routes';
import { setLayout } from './browserGlobals';
import type { Layout } from './layouts';

export interface PrerenderedRoute {
  path: string;
  /** The file that exports the page's component, below `src/pages` and without its extension. */
  page: string;
  /** The API calls whose responses the server includes in the page, relative to `api/`, with the route's parameter: `tickers/:symbol`. */
  calls: readonly string[];
  /** The HTML of `#root`, by layout name. */
  html: Readonly<Record<string, string>>;
}

/** Renders every route in every layout, as it looks before any data is loaded. */
export async function renderRoutes(layouts: readonly Layout[]): Promise<PrerenderedRoute[]> {
  const routes: PrerenderedRoute[] = [];
  for (const route of ROUTES) {
    const html: Record<string, string> = {};
    for (const layout of layouts.filter(({ routes }) => routes?.includes(route.path) ?? true)) {
      setLayout(layout, examplePath(route));
      html[layout.name] = await render(`${route.path} in the layout ${layout.name}`);
    }
    routes.push({ path: route.path, page: route.page, calls: callsOf(route), html });
  }
  return routes;
}

/** Returns the path at which a route is rendered. The value of its parameter is arbitrary, because it is shown only with data. */
const examplePath = ({ path }: Route): string =>
  path === '*' ? '/not-found' : path.replace(/:\w+/, (name) => (name === ':id' ? '1' : 'A'));

/** Returns the first API calls of a route. The page's own calls are first, because the server omits the last ones if there are too many. */
function callsOf({ path, queries }: Route): string[] {
  const [, parameter = ''] = /(:\w+)/.exec(path) ?? [];
  const calls = [...(queries?.(parameter) ?? []), ...SHELL_QUERIES].map(callOf);
  return [...new Set(calls)].map((call) => call.replace(encodeURIComponent(parameter), parameter));
}

async function render(description: string): Promise<string> {
  let failure: unknown;
  const onError = (cause: unknown) => {
    failure ??= cause;
  };
  const { prelude } = await prerender(
    <StrictMode>
      <App onMounted={() => {}} />
    </StrictMode>,
    // Renders the page in one piece, not streamed.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError },
  );
  const html = await new Response(prelude).text();
  if (failure) throw new Error(`could not render ${description}`, { cause: failure });
  return html;
}
