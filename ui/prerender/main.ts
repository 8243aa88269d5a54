import { parentPort, workerData } from 'node:worker_threads';
import { installBrowser, type Screen } from './browser';

// First, for modules of the app read browser globals when they are evaluated.
installBrowser();
const { drawAll } = await import('./draw');
parentPort?.postMessage(await drawAll(workerData as readonly Screen[]));
