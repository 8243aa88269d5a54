import './app/mantine';
import './app/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, answeredCalls } from './app/App';
import { reloadWhenFilesAreGone } from './app/newVersion';
import { loadPageOf } from './app/pageCode';
import { registerWorker } from './app/registerWorker';
import { setFirstDrawing } from './hooks/useTurn';
import { isNative } from './native/isNative';

reloadWhenFilesAreGone();
const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no #root');
const app = createRoot(root);
setFirstDrawing(true);
const takeOver = () => {
  setFirstDrawing(false);
  for (const name of ['inert', 'aria-hidden']) root.removeAttribute(name);
};
// Where the page stands already, drawn at the build, it stays until this one is here with all its code.
loadPageOf(location.pathname).then(() =>
  // In slices, between which the browser answers to a person: at once, a slow phone would stand still for a third of a second.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App onDrawn={takeOver} />
      </StrictMode>,
    ),
  ),
);
registerWorker(answeredCalls);
if (isNative()) {
  import('./native/start').catch((cause) => console.error('The native parts could not be loaded', cause));
}
