import { basePath } from '~/paths';
import { isInUse } from './isInUse';

/** Returns the name of the page's entry script, which changes with every version. */
function entryScript(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/**
 * Returns true if the server serves another version of the app than the running one; null if the response does not show its version.
 */
export async function isOutdated(page: Document = document): Promise<boolean | null> {
  const entry = entryScript(page);
  if (!entry) return null;
  try {
    const response = await fetch(basePath(page), { cache: 'no-store' });
    const shell = response.ok ? await response.text() : '';
    return shell.includes('id="root"') ? !shell.includes(entry) : null;
  } catch {
    return null; // the server is unreachable
  }
}

/**
 * Reloads a page whose files no longer exist after an upgrade. This cannot loop, because the reloaded page is the new version. A page with
 * unsaved input is not reloaded; its banner offers the new version.
 */
export function reloadWhenFilesAreMissing(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', async () => {
    if ((await isOutdated()) && !isInUse()) reload();
  });
}
