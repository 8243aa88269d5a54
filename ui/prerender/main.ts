import { parentPort, workerData } from 'node:worker_threads';
import { installBrowser, type Screen } from './browser';

// Before anything of the app is loaded, which reads of a browser as it is.
installBrowser();
const { drawAll } = await import('./draw');
parentPort?.postMessage(await drawAll(workerData as readonly Screen[]));
