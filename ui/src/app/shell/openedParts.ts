/** What opens in the header: fetched together. */
export { default as MenuContent } from './MenuContent';
export { default as SourceList } from './SourceList';
