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

const reportMounted = () => void document.dispatchEvent(new Event('marketdeck:mounted'));

/** Renders the app into `#root`, or hydrates the page that the build rendered there. Rejects if it could not be rendered. */
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
      <App onMounted={reportMounted} />
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
