import './app/mantine';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadFirstAnswers } from './api/firstAnswers';
import { App, queryClient } from './app/App';
import { reloadWhenFilesAreMissing } from './app/newVersion';
import { preloadPage } from './app/pageCode';
import { registerWorker } from './app/registerWorker';
import { isNative } from './native/isNative';

const reportMounted = () => void document.dispatchEvent(new Event('marketdeck:mounted'));

/** Renders the app into `#root`, or hydrates the page that the build rendered there. Rejects if it could not be rendered. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  reloadWhenFilesAreMissing();
  if (isNative()) {
    import('./native/start').catch((cause) => console.error('native: code could not be loaded', cause));
  }
  const responses = loadFirstAnswers(queryClient);
  registerWorker(responses);
  await preloadPage(location.pathname);
  const app = (
    <StrictMode>
      <App onMounted={reportMounted} />
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
