/** Fills a route's parameters with a ticker that exists in every market. */
export const addressOf = (path: string) =>
  path.replace(':symbol', 'AAPL').replace(':id', '1').replace('*', 'no-such-page').replace(/^\//, '');
