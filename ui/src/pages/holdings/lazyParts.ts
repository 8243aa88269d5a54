/** Panels below the fold, in a shared chunk. */

export { default as GroupsPanel } from './GroupsPanel';
export { default as IncomePanel } from './IncomePanel';
export { default as MapPanel } from './MapPanel';
export { default as MoversPanel } from './MoversPanel';
