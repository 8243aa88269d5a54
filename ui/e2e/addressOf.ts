/** Returns a path of a route: its parameters are replaced with values that exist in every market. */
export const addressOf = (path: string) =>
  path.replace(':symbol', 'AAPL').replace(':id', '1').replace('*', 'no-such-page').replace(/^\//, '');
