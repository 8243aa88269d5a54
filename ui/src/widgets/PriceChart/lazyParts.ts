/** Parts that a chart renders once the page is idle, in a shared chunk. */
export { default as Brush } from './Brush';
export { OmittedBars } from './OmittedBars';
export { default as OpenInCharts } from './OpenInCharts';
