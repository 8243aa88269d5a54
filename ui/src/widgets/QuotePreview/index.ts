export { DayLine } from './DayLine';
export { QuotePreview } from './QuotePreview';
