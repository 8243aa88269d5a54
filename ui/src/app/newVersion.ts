import { basePath } from '~/paths';
import { isInUse } from './isInUse';

/** Name of the script this page was started with; it changes with every version. */
function ownEntry(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/**
 * Whether the server by now serves another version of the app than the one that runs here; null when what
 * answered does not say.
 */
export async function isOutdated(page: Document = document): Promise<boolean | null> {
  const entry = ownEntry(page);
  if (!entry) return null;
  try {
    const answer = await fetch(basePath(page), { cache: 'no-store' });
    const shell = answer.ok ? await answer.text() : '';
    return shell.includes('id="root"') ? !shell.includes(entry) : null;
  } catch {
    return null; // no server, no news
  }
}

/**
 * After an upgrade the files of the old version are gone: a page that asks for one of them starts
 * again, as the new version. It cannot go round in circles, for then it is no longer outdated. A page with
 * something half written is not reloaded: its banner offers the new version.
 */
export function reloadWhenFilesAreGone(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', async () => {
    if ((await isOutdated()) && !isInUse()) reload();
  });
}
