import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import { basePath } from '~/paths';
import { ROUTES, type Route } from '~/routes';

type Load = () => Promise<{ default: ComponentType }>;

/** Loaders of the pages' code. Each page is a separate chunk. */
const CODE = import.meta.glob<{ default: ComponentType }>(['../pages/*/*Page.tsx', '!**/KioskPage.tsx']);

/** Fetches the code of a page. */
export function loadPage({ page }: Route): Promise<{ default: ComponentType }> {
  const load = CODE[`../pages/${page}.tsx`];
  return load ? load() : Promise.reject(new Error(`no file for the page ${page}`));
}

const components = new Map<string, ComponentType>();
/** Loaders of pages whose code could not be fetched, by route. */
const failed = new Map<string, Load>();

/** Returns a route's page component. Its code is fetched when it is first rendered. */
export function componentOf(route: Route): ComponentType {
  const { path } = route;
  const existing = components.get(path);
  if (existing) return existing;
  const component = lazy(() =>
    loadPage(route).catch((cause) => {
      failed.set(path, () => loadPage(route));
      throw cause;
    }),
  );
  components.set(path, component);
  return component;
}

/** Fetches the code of the page at a path, so that it renders without a placeholder. Never rejects. */
export async function preloadPage(pathname: string): Promise<void> {
  const relativePath = pathname.slice(basePath().length - 1) || '/';
  const route = ROUTES.find(({ path }) => matchPath(path, relativePath));
  try {
    if (route) components.set(route.path, (await loadPage(route)).default);
  } catch {
    // `componentOf` retries, and the page reports the error.
  }
}

/** Returns true if the code of a page could not be fetched. */
export const isCodeMissing = (): boolean => failed.size > 0;

/** Retries to fetch missing code; returns true if all of it arrived. */
export async function fetchMissingCode(): Promise<boolean> {
  const attempts = await Promise.allSettled([...failed.values()].map((load) => load()));
  return attempts.length > 0 && attempts.every(({ status }) => status === 'fulfilled');
}

/**
 * Allows missing code to be fetched again, on the next navigation. An earlier retry would make React render in a loop.
 */
export function clearFailures(): void {
  for (const path of failed.keys()) components.delete(path);
  failed.clear();
}
