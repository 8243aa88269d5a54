export { QuoteGlance } from './QuoteGlance';
