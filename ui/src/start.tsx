import './app/mantine';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, takeAnswers } from './app/App';
import { reloadWhenFilesAreGone } from './app/newVersion';
import { loadPageOf } from './app/pageCode';
import { registerWorker } from './app/registerWorker';
import { isNative } from './native/isNative';

reloadWhenFilesAreGone();
const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no #root');

const tellDrawn = () => void document.dispatchEvent(new Event('marketdeck:drawn'));

/** Draws the app, or takes over the page that the build drew. */
async function begin(root: HTMLElement): Promise<void> {
  registerWorker(takeAnswers());
  await loadPageOf(location.pathname);
  const app = (
    <StrictMode>
      <App onDrawn={tellDrawn} />
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
/** Rejected where the app could not be drawn. */
export const started = begin(root);
if (isNative()) {
  import('./native/start').catch((cause) => console.error('The native parts could not be loaded', cause));
}
