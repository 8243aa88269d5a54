/** An address for a route: its parameters filled with a ticker every market has. */
export const addressOf = (path: string) =>
  path.replace(':symbol', 'AAPL').replace(':id', '1').replace('*', 'no-such-page').replace(/^\//, '');
