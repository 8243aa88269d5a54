const start = () => import('./start');
const isDrawn = document.querySelector('#root > *') !== null;
// A page that stands already is shown first: the app's code would hold it back. A hidden tab shows nothing.
if (isDrawn && !document.hidden) requestAnimationFrame(() => setTimeout(start));
else start();
