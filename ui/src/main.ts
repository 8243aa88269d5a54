/** The script in `index.html` says that the app could not be started, and tries again. */
const failed = (cause: unknown) => {
  console.error(cause);
  document.dispatchEvent(new Event('marketdeck:failed'));
};
const start = () => import('./start').then(({ start }) => start()).catch(failed);
// A page that stands already is shown first: the script in `index.html` names the app's code once it was painted.
if (document.querySelector("template[data-drawn='code']")) {
  document.addEventListener('marketdeck:code', start, { once: true });
} else start();
