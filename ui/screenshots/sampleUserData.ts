import type { APIRequestContext } from '@playwright/test';

/** Creates watchlists, so that the screenshots are not empty. */
export async function createWatchlists(request: APIRequestContext): Promise<void> {
  const entries = [
    { symbol: 'AAPL', note: 'Buy below 290' },
    { symbol: 'KO', note: '' },
    { symbol: 'VYM', note: '' },
    { symbol: 'JNJ', note: 'Ex-date in December' },
    { symbol: 'BTC', note: '' },
    { symbol: 'GC=F', note: '' },
  ];
  for (const name of ['Dividends and hedges', 'Crypto']) {
    const response = await request.post('api/watchlists', { data: { name, userId: 1 } });
    const { id } = await response.json();
    if (name !== 'Crypto') await request.post(`api/watchlists/${id}/import`, { data: entries });
  }
}

/** Creates alerts of several types, some of which fire at once. */
export async function createAlerts(request: APIRequestContext): Promise<void> {
  const fetchPrice = async (symbol: string) =>
    (await (await request.get(`api/tickers/${symbol}`)).json()).price;
  const alerts = [
    { type: 'news', symbol: 'NVDA', frequency: 'daily' },
    { type: 'technical', symbol: 'SPY', indicator: 'sma_cross', condition: 'crosses', frequency: 'always' },
    {
      type: 'price',
      symbol: 'ETH',
      condition: 'percent_change',
      value: 5,
      windowHours: 4,
      frequency: 'always',
    },
    { type: 'price', symbol: 'AAPL', condition: 'below', value: 290, frequency: 'once' },
    {
      type: 'price',
      symbol: 'BTC',
      condition: 'above',
      value: Math.round(await fetchPrice('BTC')) + 2000,
      frequency: 'once',
    },
  ];
  for (const data of alerts) await request.post('api/alerts', { data });
  // The conditions of these alerts are already true, so they fire at once.
  for (const symbol of ['MSFT', 'GC%3DF', 'TSLA']) {
    const value = Math.round(await fetchPrice(symbol)) - 10;
    const data = { type: 'price', symbol: decodeURIComponent(symbol), condition: 'above', value };
    await request.post('api/alerts', { data: { ...data, whenMet: 'tell_now', frequency: 'once' } });
  }
}
