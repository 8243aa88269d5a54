export { DayLine } from './DayLine';
export { QuoteGlance } from './QuoteGlance';
