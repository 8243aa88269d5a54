import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The days with daily bars: 20 sessions before the start time of the test servers, a Friday. */
const DAYS = Array.from({ length: 28 }, (_, days) => new Date(Date.UTC(2026, 9, 23 + days))).filter(
  (day) => day.getUTCDay() % 6 > 0,
);
const isoDate = (day: Date) => day.toISOString().slice(0, 10);
/** The close of a day: one percent below `price` on the first day, and then slowly rising. */
const closeOf = (price: number, index: number) => Number((price * (0.99 + 0.0004 * index)).toFixed(4));

/** Cboe's closes of a stock by date, oldest first. */
export const cboeCloses = (symbol: string): Record<string, number> =>
  Object.fromEntries(DAYS.map((day, index) => [isoDate(day), closeOf(CBOE_PRICES[symbol] ?? 100, index)]));

const CBOE_PRICES: Record<string, number> = { AAPL: 231.5, _SPX: 6603.25 };
const CNBC_PRICES: Record<string, string> = { '@GC.1': '4,081.30', 'EUR=': '1.2123', US10Y: '4.128%' };
const SAP = 231.45;
/** A German government bond; its price is in percent of par. */
export const BOND = 'DE0001102580';
const BOND_PRICE = 98.45;
const BITCOIN = 91_000.5;

export interface OtherProviders {
  /** The URL of the server, without a trailing slash. */
  url: string;
  stop: () => void;
}

/** The providers that [startOtherProviders] simulates, as environment variables spell them. */
export const PROVIDERS = [
  'CBOE',
  'CNBC',
  'COINGECKO',
  'BINANCE',
  'DEUTSCHE_BOERSE',
  'ECB',
  'EURONEXT',
  'OPENFIGI',
];

/** Starts a server that responds like the providers other than Yahoo, each below a path with its name. */
export async function startOtherProviders(): Promise<OtherProviders> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, provider, ...rest] = url.pathname.split('/');
    const data = RESPONSES[provider ?? '']?.(rest.join('/'), url.searchParams, body);
    if (data === undefined) response.writeHead(404).end();
    else response.end(typeof data === 'string' ? data : JSON.stringify(data));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

type Respond = (path: string, query: URLSearchParams, body: string) => unknown;

const RESPONSES: Record<string, Respond> = {
  cboe: (path) => {
    const symbol = /([^/]+)\.json$/.exec(path)?.[1] ?? '';
    const price = CBOE_PRICES[symbol] ?? 100;
    const prices = (close: number) => ({ open: close, high: close, low: close, close });
    if (path.includes('/historical/')) {
      const data = Object.entries(cboeCloses(symbol)).map(([date, close]) => ({
        ...{ date, volume: 1000 },
        ...prices(close),
      }));
      return { symbol, data };
    }
    if (path.includes('/intraday/')) {
      const data = [10, 12, 14].map((hour) => ({
        datetime: `2026-11-20T${hour}:00:00`,
        price: prices(price - (14 - hour) / 10),
      }));
      return { symbol, data };
    }
    return {
      symbol,
      data: {
        symbol,
        current_price: price,
        prev_day_close: price * 0.99,
        last_trade_time: '2026-11-20T14:16:00',
      },
    };
  },
  cnbc: (path, query) => {
    const [, encodedSymbol = '', step] = /\/bars\/([^/]+)\/(\w+)\//.exec(path) ?? [];
    const price = (symbol: string) => Number((CNBC_PRICES[symbol] ?? '50').replace(/[,%]/g, ''));
    if (step) {
      const bar = (tradeTime: string, close: number) => ({
        ...{ tradeTime, open: close, high: close, low: close, close, volume: 0 },
      });
      const last = price(decodeURIComponent(encodedSymbol));
      const priceBars =
        step === '1D'
          ? DAYS.map((day, index) => bar(`${isoDate(day).replaceAll('-', '')}000000`, closeOf(last, index)))
          : ['10', '12', '14'].map((hour) => bar(`20261120${hour}0000`, last));
      return { barData: { priceBars } };
    }
    const symbols = (query.get('symbols') ?? '').split('|');
    const quotes = symbols.map((symbol) => ({
      ...{ symbol, code: 0, last: CNBC_PRICES[symbol] ?? '50', change: 'UNCH' },
      last_time: '2026-11-20T14:20:00.000-0500',
    }));
    return { FormattedQuoteResult: { FormattedQuote: quotes } };
  },
  coingecko: () => [{ id: 'bitcoin', current_price: BITCOIN, last_updated: '2026-11-20T19:31:00Z' }],
  binance: (path, query) => {
    if (path === 'api/v3/ticker/price') return [{ symbol: 'BTCUSDT', price: '91050' }];
    if (path === 'api/v3/klines') {
      if (query.get('interval') !== '1d') return [];
      return DAYS.map((day, index) => {
        const close = String(closeOf(BITCOIN, index));
        return [day.getTime(), close, close, close, close, '5', 0, '455000'];
      });
    }
    // The price of USDT in dollars, which Coinbase has.
    if (path === 'products/USDT-USD/ticker') return { price: '1', time: '2026-11-20T19:31:30Z' };
    if (path === 'products/USDT-USD/candles') return DAYS.map((day) => [day.getTime() / 1000, 1, 1, 1, 1, 7]);
    return undefined;
  },
  deutsche_boerse: (path, query) => {
    const isBond = [...query.values()].some((value) => value.endsWith(BOND));
    if (isBond && path === 'v1/tradingview/search') return [{ symbol: `XFRA:${BOND}`, type: 'Anleihe' }];
    if (isBond && path === 'v1/tradingview/symbols') return { description: 'Germany 2022/2032' };
    if (isBond && path === 'v1/data/master_data_bond')
      return { isin: BOND, issueCurrency: 'EUR', minimumInvestmentAmount: 1000 };
    if (isBond && path === 'v1/data/price_information/single') {
      return {
        ...{ isin: BOND, lastPrice: BOND_PRICE, timestampLastPrice: '2026-11-20T17:29:40+01:00' },
        ...{ closingPricePrevTradingDay: 98.2, tradedInPercent: true, currency: { originalValue: 'EUR' } },
      };
    }
    if (path === 'v1/data/price_information/single') {
      return {
        ...{ isin: 'DE0007164600', lastPrice: SAP, timestampLastPrice: '2026-11-20T17:29:40+01:00' },
        ...{ closingPricePrevTradingDay: SAP * 0.99, currency: { originalValue: 'EUR' } },
      };
    }
    if (path !== 'v1/tradingview/history') return undefined;
    const closes = DAYS.map((_, index) => closeOf(isBond ? BOND_PRICE : SAP, index));
    const t = DAYS.map((day) => day.getTime() / 1000);
    return { s: 'ok', t, o: closes, h: closes, l: closes, c: closes, v: closes };
  },
  // The rates of the day; the archive is missing.
  ecb: (path) =>
    path.endsWith('-daily.xml')
      ? '<Envelope><Cube><Cube time="2026-11-20"><Cube currency="USD" rate="1.2100"/></Cube></Cube></Envelope>'
      : undefined,
  openfigi: (_path, _query, body) => {
    if (!body.includes('DE0007164600')) return [{ warning: 'No identifier found.' }];
    const listing = { ticker: 'SAP', name: 'SAP SE', securityType: 'Common Stock', marketSector: 'Equity' };
    return [{ data: [{ ...listing, exchCode: 'GY' }] }];
  },
};
