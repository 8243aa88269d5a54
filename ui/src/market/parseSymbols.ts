/** The symbols of a text with commas between them, each once, in capitals: 'nvda, MSFT,NVDA' has NVDA and MSFT. */
export const symbolsOf = (text: string): string[] => {
  const symbols = text.split(',').map((symbol) => symbol.trim().toUpperCase());
  return [...new Set(symbols.filter((symbol) => symbol !== ''))];
};
