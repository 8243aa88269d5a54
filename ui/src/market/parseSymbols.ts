/** Parses comma-separated symbols: uppercase, without duplicates. 'nvda, MSFT,NVDA' gives NVDA and MSFT. */
export const parseSymbols = (text: string): string[] => {
  const symbols = text.split(',').map((symbol) => symbol.trim().toUpperCase());
  return [...new Set(symbols.filter((symbol) => symbol !== ''))];
};
