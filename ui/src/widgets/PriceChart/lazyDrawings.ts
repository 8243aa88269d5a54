/** Parts needed beyond the line, in a shared chunk, loaded with the first candles or the first indicator. */
export { drawCandlesOrBars } from '~/chart/candles';
export { IndicatorRuns } from '~/market/indicators/compute';
export { IndicatorLegend } from './IndicatorLegend';
export { oscillatorPane } from './oscillatorPane';
