/** What the app does after its page is shown: fetched together. */
export { ALL, renewChanged } from './changes';
export { prefetchPages } from './prefetchPages';
export { register } from './workerRegistration';
