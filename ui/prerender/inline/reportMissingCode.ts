const RETRY_MS = 10_000;
/** A slow line is given this long. */
const STALLED_MS = 60_000;
const STYLE =
  'position:fixed;inset:auto 0 0;z-index:1000;margin:0;padding:1rem;text-align:center;font:1rem system-ui,sans-serif;background:#7f1d1d;color:#fff';
const BUTTON_STYLE = 'font:inherit;margin-inline-start:.5rem;padding:.25rem .75rem';

/**
 * Says that the code does not come, as while the server is starting after a power cut. The page's links still work, and it is
 * loaded again as soon as the server answers.
 */
export function reportMissingCode(): void {
  let notice: HTMLElement | undefined;
  let retry: number | undefined;
  const reload = () => location.reload();
  const reloadWhenAnswered = () =>
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
    retry = window.setInterval(reloadWhenAnswered, RETRY_MS);
  };
  const stalled = setTimeout(report, STALLED_MS);
  // The entry or a file that it needs is missing or broken. Later failures are the app's own to report.
  const onError = ({ target }: Event) => {
    if (target === window || target instanceof HTMLScriptElement) report();
  };
  addEventListener('error', onError, true);
  document.addEventListener('marketdeck:failed', report);
  document.addEventListener('marketdeck:mounted', () => {
    removeEventListener('error', onError, true);
    clearTimeout(stalled);
    clearInterval(retry);
    notice?.remove();
    notice = undefined; // A later failure of the app is reported again.
  });
}
