const RETRY_MS = 10_000;
/** Time after which loading counts as failed, on a slow connection too. */
const TIMEOUT_MS = 60_000;
const STYLE =
  'position:fixed;inset:auto 0 0;z-index:1000;margin:0;padding:1rem;text-align:center;font:1rem system-ui,sans-serif;background:#7f1d1d;color:#fff';
const BUTTON_STYLE = 'font:inherit;margin-inline-start:.5rem;padding:.25rem .75rem';

/**
 * Shows a notice if the app's code can't be loaded, for example while the server restarts after a power cut. The page's links still
 * work, and the page is reloaded as soon as the server responds.
 */
export function reportMissingCode(): void {
  let notice: HTMLElement | undefined;
  let retryTimer: number | undefined;
  const reload = () => location.reload();
  const reloadIfServerResponds = () =>
    fetch(location.href, { cache: 'no-store' }).then(
      ({ ok }) => ok && reload(),
      () => undefined,
    );
  const report = () => {
    if (notice) return;
    notice = document.createElement('p');
    notice.id = 'missing-code';
    notice.setAttribute('role', 'alert');
    notice.style.cssText = STYLE;
    const button = document.createElement('button');
    button.textContent = 'Reload now';
    button.style.cssText = BUTTON_STYLE;
    button.addEventListener('click', reload);
    notice.append("This page couldn't be loaded completely. It tries again every 10 seconds. ", button);
    document.body.append(notice);
    retryTimer = window.setInterval(reloadIfServerResponds, RETRY_MS);
  };
  const timer = setTimeout(report, TIMEOUT_MS);
  // Reports that the entry or a file that it needs is missing or broken. The app itself reports later failures.
  const onError = ({ target }: Event) => {
    if (target === window || target instanceof HTMLScriptElement) report();
  };
  addEventListener('error', onError, true);
  document.addEventListener('marketdeck:failed', report);
  document.addEventListener('marketdeck:mounted', () => {
    removeEventListener('error', onError, true);
    clearTimeout(timer);
    clearInterval(retryTimer);
    notice?.remove();
    notice = undefined; // so that a later failure of the app is reported again
  });
}
