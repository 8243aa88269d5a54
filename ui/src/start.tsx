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
  // Fills the query cache with the responses in the page. Their query keys are those of `api/queries.ts`, so `useQuery` finds them.
  const responses = loadFirstAnswers(queryClient);
  registerWorker(responses);
  // The page's component must be loaded before it is hydrated, as the prerendered HTML contains it.
  await preloadPage(location.pathname);
  const app = (
    <StrictMode>
      <App onMounted={reportMounted} />
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
