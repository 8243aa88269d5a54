/** Articles that open over the page, in a shared chunk. */
export { default as ArticleModal } from './ArticleModal';
export { default as RallyModal } from './RallyModal';
