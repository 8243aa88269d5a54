import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import { basePath } from '~/paths';
import { type PageRoute, pages } from './pages';

const contents = new Map<string, ComponentType>();
/** Routes whose code could not be fetched, by path. */
const failed = new Map<string, PageRoute['load']>();

/** What a route shows; its code is fetched when it is first drawn. */
export function contentOf({ path, load }: PageRoute): ComponentType {
  const before = contents.get(path);
  if (before) return before;
  const content = lazy(() =>
    load().catch((cause) => {
      failed.set(path, load);
      throw cause;
    }),
  );
  contents.set(path, content);
  return content;
}

/** Fetches the code of an address, so that the page is drawn at once. Code that does not come fails when it is drawn. */
export async function loadPageOf(pathname: string): Promise<void> {
  const below = pathname.slice(basePath().length - 1) || '/';
  const route = pages.find(({ path }) => matchPath(path, below));
  try {
    if (route) contents.set(route.path, (await route.load()).default);
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
