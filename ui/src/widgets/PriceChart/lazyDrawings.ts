/** What a chart needs beyond its line: fetched together with the first candles or the first indicator. */
export { priceBars } from '~/chart/candles';
export { IndicatorRuns } from '~/market/indicators/compute';
export { oscillatorPane } from './oscillatorPane';
