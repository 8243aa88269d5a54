/** The page's inline script reports that the app could not be started, and tries again (`prerender/inline`). */
const failed = (cause: unknown) => {
  console.error(cause);
  document.dispatchEvent(new Event('marketdeck:failed'));
};
const start = () => import('./start').then(({ start }) => start()).catch(failed);
// A prerendered page is painted first: the inline script names the app's code afterwards.
if (document.querySelector("template[data-prerendered='code']")) {
  document.addEventListener('marketdeck:fetched', start, { once: true });
} else start();
