import { parentPort, workerData } from 'node:worker_threads';
import { installBrowserGlobals } from './browserGlobals';
import type { Layout } from './layouts';

// Must be before the import, because modules of the app read browser globals when they are evaluated.
installBrowserGlobals();
const { renderRoutes } = await import('./renderRoutes');
parentPort?.postMessage(await renderRoutes(workerData as readonly Layout[]));
