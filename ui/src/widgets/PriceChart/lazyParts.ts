/** Parts that open on a chart, in a shared chunk. */
export { default as Brush } from './Brush';
export { default as ChartTable } from './ChartTable';
export { default as CompareStage } from './CompareStage';
export { default as ExportMenu } from './export/ExportMenu';
export { default as FullScreen } from './full/FullScreen';
export { default as IndicatorList } from './IndicatorList';
export { OmittedBars } from './OmittedBars';
export { default as OpenInCharts } from './OpenInCharts';
