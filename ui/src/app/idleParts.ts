/** What the app does when the page has nothing else to do: fetched together. */
export { ALL, renewChanged } from './changes';
export { prefetchPages } from './prefetchPages';
export { register } from './workerRegistration';
