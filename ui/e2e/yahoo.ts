import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Two minutes before the test servers' start time. */
const AS_OF = Date.parse('2026-11-20T19:30:00Z') / 1000;

/** The test provider's data about a symbol. */
export interface Listed {
  price: number;
  previousClose: number;
  name?: string;
  /** Yahoo's spelling: 'GBp' for pence. */
  currency?: string;
  exchange?: string;
  /** 'EQUITY' by default. */
  type?: string;
  /** Decimal digits; 2 by default. */
  priceHint?: number;
  volume?: number;
  /** In whole units of the currency. */
  marketCap?: number;
  /** A payment one month ago. */
  dividend?: { amount: number; currency?: string };
}

export interface FakeYahoo {
  /** Without a trailing slash. */
  url: string;
  /** The requested paths. */
  requests: string[];
  stop: () => void;
}

/** A provider on a real socket that answers like Yahoo's endpoints; it knows only the `listed` symbols. */
export async function startYahoo(listed: Record<string, Listed>): Promise<FakeYahoo> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/v1/test/getcrumb') return void response.end('crumb');
    const [status, body] = respond(url, listed);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function respond({ pathname, searchParams }: URL, listed: Record<string, Listed>): [number, object] {
  const chart = /^\/v8\/finance\/chart\/(.+)$/.exec(pathname)?.[1];
  if (chart) return chartOf(decodeURIComponent(chart), searchParams.get('interval') ?? '1d', listed);
  if (pathname === '/v7/finance/spark') {
    const symbols = (searchParams.get('symbols') ?? '').split(',').filter((symbol) => listed[symbol]);
    const result = symbols.map((symbol) => ({
      symbol,
      response: [{ meta: metaOf(symbol, '5m', listed[symbol] as Listed) }],
    }));
    return [200, { spark: { result, error: null } }];
  }
  if (pathname === '/v7/finance/quote') {
    const symbols = (searchParams.get('symbols') ?? '').split(',');
    const result = symbols.flatMap((symbol) => {
      const { price, currency = 'USD', marketCap } = listed[symbol] ?? { price: 0 };
      return marketCap ? { symbol, currency, regularMarketPrice: price, marketCap } : [];
    });
    return [200, { quoteResponse: { result, error: null } }];
  }
  if (pathname === '/v1/finance/search') {
    const quotes = Object.entries(listed).map(([symbol, { name, exchange }]) => ({
      symbol,
      longname: name ?? symbol,
      quoteType: 'EQUITY',
      exchDisp: exchange ?? 'NASDAQ',
    }));
    return [200, { quotes }];
  }
  return [404, {}];
}

function chartOf(symbol: string, interval: string, listed: Record<string, Listed>): [number, object] {
  const found = listed[symbol];
  if (!found) {
    const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' };
    return [404, { chart: { result: null, error } }];
  }
  const { price, previousClose, volume = 1, dividend } = found;
  const closes = [previousClose, price];
  const indicators = {
    quote: [{ open: closes, high: closes, low: closes, close: closes, volume: [volume, volume] }],
  };
  const date = AS_OF - 30 * 86_400;
  const events = dividend && { dividends: { [date]: { ...dividend, date } } };
  const meta = metaOf(symbol, interval, found);
  const result = [{ meta, timestamp: [AS_OF - 86_400, AS_OF], indicators, events }];
  return [200, { chart: { result, error: null } }];
}

const metaOf = (symbol: string, interval: string, { price, previousClose, ...listed }: Listed) => ({
  symbol,
  currency: listed.currency ?? 'USD',
  instrumentType: listed.type ?? 'EQUITY',
  longName: listed.name ?? symbol,
  exchangeName: 'NMS',
  exchangeTimezoneName: 'America/New_York',
  gmtoffset: -18_000,
  regularMarketPrice: price,
  regularMarketTime: AS_OF,
  previousClose,
  priceHint: listed.priceHint ?? 2,
  regularMarketVolume: listed.volume,
  regularMarketDayHigh: price,
  regularMarketDayLow: previousClose,
  dataGranularity: interval,
  range: '1d',
});
