import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The time of all prices: two minutes before the start time of the test servers. */
const AS_OF = Date.parse('2026-11-20T19:30:00Z') / 1000;

/** The mock provider's data about a symbol. */
export interface YahooListing {
  price: number;
  previousClose: number;
  name?: string;
  /** Currency as Yahoo spells it, such as 'GBp' for pence; 'USD' by default. */
  currency?: string;
  exchange?: string;
  /** 'EQUITY' by default. */
  type?: string;
  /** Decimal digits; 2 by default. */
  priceHint?: number;
  volume?: number;
  /** In whole units of the currency. */
  marketCap?: number;
  /** Daily closes by date; null for a session that the source lacks. By default, those of two days. */
  closes?: Record<string, number | null>;
  /** A dividend paid 30 days ago. */
  dividend?: { amount: number; currency?: string };
}

export interface FakeYahoo {
  /** The URL of the server, without a trailing slash. */
  url: string;
  /** The requested paths. */
  requests: string[];
  stop: () => void;
}

/** Starts a server that responds like Yahoo's API and knows only the symbols in `listings`. */
export async function startYahoo(listings: Record<string, YahooListing>): Promise<FakeYahoo> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/v1/test/getcrumb') return void response.end('crumb');
    const [status, body] = respond(url, listings);
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

function respond({ pathname, searchParams }: URL, listings: Record<string, YahooListing>): [number, object] {
  const chart = /^\/v8\/finance\/chart\/(.+)$/.exec(pathname)?.[1];
  if (chart) return chartResponse(decodeURIComponent(chart), searchParams.get('interval') ?? '1d', listings);
  if (pathname === '/v7/finance/spark') {
    const symbols = (searchParams.get('symbols') ?? '').split(',').filter((symbol) => listings[symbol]);
    const result = symbols.map((symbol) => ({
      symbol,
      response: [{ meta: createMeta(symbol, '5m', listings[symbol] as YahooListing) }],
    }));
    return [200, { spark: { result, error: null } }];
  }
  if (pathname === '/v7/finance/quote') {
    const symbols = (searchParams.get('symbols') ?? '').split(',');
    const result = symbols.flatMap((symbol) => {
      const { price, currency = 'USD', marketCap } = listings[symbol] ?? { price: 0 };
      return marketCap ? { symbol, currency, regularMarketPrice: price, marketCap } : [];
    });
    return [200, { quoteResponse: { result, error: null } }];
  }
  if (pathname === '/v1/finance/search') {
    const quotes = Object.entries(listings).map(([symbol, { name, exchange }]) => ({
      symbol,
      longname: name ?? symbol,
      quoteType: 'EQUITY',
      exchDisp: exchange ?? 'NASDAQ',
    }));
    return [200, { quotes }];
  }
  return [404, {}];
}

function chartResponse(
  symbol: string,
  interval: string,
  listings: Record<string, YahooListing>,
): [number, object] {
  const listing = listings[symbol];
  if (!listing) {
    const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' };
    return [404, { chart: { result: null, error } }];
  }
  const { price, previousClose, volume = 1, dividend } = listing;
  const days = interval === '1d' && listing.closes ? Object.entries(listing.closes) : null;
  const closes = days?.map(([, close]) => close) ?? [previousClose, price];
  const timestamp = days?.map(([day]) => Date.parse(`${day}T14:30:00Z`) / 1000) ?? [AS_OF - 86_400, AS_OF];
  const indicators = {
    quote: [{ open: closes, high: closes, low: closes, close: closes, volume: closes.map(() => volume) }],
  };
  const date = AS_OF - 30 * 86_400;
  const events = dividend && { dividends: { [date]: { ...dividend, date } } };
  const meta = createMeta(symbol, interval, listing);
  const result = [{ meta, timestamp, indicators, events }];
  return [200, { chart: { result, error: null } }];
}

const createMeta = (
  symbol: string,
  interval: string,
  { price, previousClose, ...listings }: YahooListing,
) => ({
  symbol,
  currency: listings.currency ?? 'USD',
  instrumentType: listings.type ?? 'EQUITY',
  longName: listings.name ?? symbol,
  exchangeName: 'NMS',
  exchangeTimezoneName: 'America/New_York',
  gmtoffset: -18_000,
  regularMarketPrice: price,
  regularMarketTime: AS_OF,
  previousClose,
  priceHint: listings.priceHint ?? 2,
  regularMarketVolume: listings.volume,
  regularMarketDayHigh: price,
  regularMarketDayLow: previousClose,
  dataGranularity: interval,
  range: '1d',
});
