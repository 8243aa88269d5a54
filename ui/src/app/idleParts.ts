/** Code that runs after the page is shown, in one chunk. */
export { ALL_KINDS, refetchChanged } from './changes';
export { prefetchPages } from './prefetchPages';
export { register } from './workerRegistration';
