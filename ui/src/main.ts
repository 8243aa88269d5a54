const start = () => import('./start');
// A page that stands already is shown first: the script in `index.html` names the app's code once it was painted.
if (document.querySelector("template[data-drawn='code']")) {
  document.addEventListener('marketdeck:code', start, { once: true });
} else start();
