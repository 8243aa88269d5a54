import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import { basePath } from '~/paths';
import { ROUTES, type Route } from '~/routes';

type Load = () => Promise<{ default: ComponentType }>;

/** The code of every page: a file of the build each. */
const CODE = import.meta.glob<{ default: ComponentType }>(['../pages/*/*Page.tsx', '!**/KioskPage.tsx']);

/** Fetches the code of a page. */
export function loadPage({ page }: Route): Promise<{ default: ComponentType }> {
  const load = CODE[`../pages/${page}.tsx`];
  return load ? load() : Promise.reject(new Error(`no file holds the page ${page}`));
}

const contents = new Map<string, ComponentType>();
/** Routes whose code could not be fetched, by path. */
const failed = new Map<string, Load>();

/** What a route shows; its code is fetched when it is first drawn. */
export function contentOf(route: Route): ComponentType {
  const { path } = route;
  const before = contents.get(path);
  if (before) return before;
  const content = lazy(() =>
    loadPage(route).catch((cause) => {
      failed.set(path, () => loadPage(route));
      throw cause;
    }),
  );
  contents.set(path, content);
  return content;
}

/** Fetches the code of an address, so that the page is drawn at once. Code that does not come fails when it is drawn. */
export async function loadPageOf(pathname: string): Promise<void> {
  const below = pathname.slice(basePath().length - 1) || '/';
  const route = ROUTES.find(({ path }) => matchPath(path, below));
  try {
    if (route) contents.set(route.path, (await loadPage(route)).default);
  } catch {
    // `contentOf` asks again, and the page says what went wrong.
  }
}

/** Whether the code of a page could not be fetched. */
export const isCodeMissing = (): boolean => failed.size > 0;

/** Asks again for the code that could not be fetched; whether it has come. */
export async function fetchMissingCode(): Promise<boolean> {
  const attempts = await Promise.allSettled([...failed.values()].map((load) => load()));
  return attempts.length > 0 && attempts.every(({ status }) => status === 'fulfilled');
}

/**
 * Code that could not be fetched is asked for again when somebody comes back to the page; not sooner,
 * for rendering would go round in circles.
 */
export function forgetFailures(): void {
  for (const path of failed.keys()) contents.delete(path);
  failed.clear();
}
