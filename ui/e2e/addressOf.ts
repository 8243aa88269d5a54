/** Returns the path of a route, with its parameters replaced by values that exist in every market. */
export const addressOf = (path: string) =>
  path.replace(':symbol', 'AAPL').replace(':id', '1').replace('*', 'no-such-page').replace(/^\//, '');
