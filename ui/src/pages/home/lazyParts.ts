/** Articles that open over the page: fetched together. */
export { default as ArticleModal } from './ArticleModal';
export { default as RallyModal } from './RallyModal';
