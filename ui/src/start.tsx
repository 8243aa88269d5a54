import './app/mantine';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { takeFirstAnswers } from './api/firstAnswers';
import { App, queryClient } from './app/App';
import { reloadWhenFilesAreGone } from './app/newVersion';
import { loadPageOf } from './app/pageCode';
import { registerWorker } from './app/registerWorker';
import { isNative } from './native/isNative';

const tellDrawn = () => void document.dispatchEvent(new Event('marketdeck:drawn'));

/** Draws the app into `#root`, or takes over the page that the build drew there. Rejected where it could not be drawn. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html holds no #root');
  reloadWhenFilesAreGone();
  if (isNative()) {
    import('./native/start').catch((cause) => console.error('The native parts could not be loaded', cause));
  }
  const answers = takeFirstAnswers(queryClient);
  registerWorker(answers);
  await loadPageOf(location.pathname);
  const app = (
    <StrictMode>
      <App onDrawn={tellDrawn} />
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
