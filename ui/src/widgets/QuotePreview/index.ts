export { DayLine } from './DayLine';
export { PriceLine } from './PriceLine';
export { Fact, QuotePreview } from './QuotePreview';
