/** Parts needed beyond the line, in a shared chunk, loaded with the first candles or the first indicator. */
export { drawCandlesOrBars } from '~/chart/candles';
export { IndicatorRuns } from '~/market/indicators/compute';
export { settingsOfText } from '~/market/indicators/settingsText';
export { IndicatorLegend } from './IndicatorLegend';
export { oscillatorPane } from './oscillatorPane';
