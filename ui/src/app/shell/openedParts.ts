/** Menus and panels of the header, in one chunk. */
export { default as MenuContent } from './MenuContent';
export { default as SourceList } from './SourceList';
