/** Parts of a chart that a click opens, in a shared chunk. */
export { default as ChartTable } from './ChartTable';
export { default as CompareStage } from './CompareStage';
export { default as ExportMenu } from './export/ExportMenu';
export { default as FullScreen } from './full/FullScreen';
export { default as IndicatorList } from './IndicatorList';
