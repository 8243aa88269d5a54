/** Reports that the app could not be started. The page's inline script shows this and retries (`prerender/inline`). */
const reportFailure = (cause: unknown) => {
  console.error(cause);
  document.dispatchEvent(new Event('marketdeck:failed'));
};
const start = () => import('./start').then(({ start }) => start()).catch(reportFailure);
// A prerendered page is painted first. The inline script fetches the app's code afterwards and then dispatches this event.
if (document.querySelector("template[data-prerendered='code']")) {
  document.addEventListener('marketdeck:fetched', start, { once: true });
} else start();
