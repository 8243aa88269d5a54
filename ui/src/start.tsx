import './app/mantine';
import './app/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, takeAnswers } from './app/App';
import { reloadWhenFilesAreGone } from './app/newVersion';
import { loadPageOf } from './app/pageCode';
import { registerWorker } from './app/registerWorker';
import { nextTask } from './hooks/nextTask';
import { setFirstDrawing } from './hooks/useTurn';
import { formatClock } from './market/time';
import { isNative } from './native/isNative';

reloadWhenFilesAreGone();
const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no #root');
const app = createRoot(root);
setFirstDrawing(true);
const takeOver = () => {
  setFirstDrawing(false);
  for (const name of ['inert', 'aria-hidden']) root.removeAttribute(name);
  document.dispatchEvent(new Event('marketdeck:drawn'));
};
/** What comes before the first drawing, each piece in a task of its own: a slow phone answers in between. */
async function begin() {
  const page = loadPageOf(location.pathname);
  await nextTask();
  registerWorker(takeAnswers());
  await nextTask();
  // The first formatter of times loads what the browser knows of calendars and zones.
  formatClock(0);
  // Where the page stands already, drawn at the build, it stays until this one is here with all its code.
  await page;
  await nextTask();
  // In slices, between which the browser answers to a person: at once, a slow phone would stand still for a third of a second.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App onDrawn={takeOver} />
      </StrictMode>,
    ),
  );
}
/** Rejected where the app could not be drawn. */
export const started = begin();
if (isNative()) {
  import('./native/start').catch((cause) => console.error('The native parts could not be loaded', cause));
}
