import { setting } from './storage';

interface Ticker {
  name: string;
  symbol: string;
  type: string;
  price: number;
  decimals: number;
  currency: string;
  priceUnit: string;
  stale: boolean;
}

/**
 * Shows a ticker's name and price, which the server included in the page, before the app's code is loaded (`TickerSkeleton.tsx` has the
 * empty elements). Does so only if the app will format them in the same way: in English, for a current price in dollars.
 */
export function fillTickerHead(path: string): void {
  const header = document.querySelector<HTMLElement>('#root [data-ticker]');
  const responses = document.getElementById('first-answers');
  if (!header || !responses) return;
  // The call has '%5E' where the address may have '^'.
  const symbol = path.split('/')[2]?.replace(/[^\w%.!~*'()-]/g, encodeURIComponent);
  const ticker: Ticker | undefined = JSON.parse(responses.textContent || '{}')[`tickers/${symbol}`];
  const isEnglish =
    [null, '', 'auto'].includes(setting('language')) && /^en(-(US|GB|CA|AU))?$/.test(navigator.language);
  if (!isEnglish || !ticker || !(ticker.price > 0) || ticker.stale || ticker.currency !== 'USD') return;
  if (ticker.priceUnit === 'percent') return;
  const { name, type, price, decimals } = ticker;
  const digits = type === 'index' ? 2 : Math.max(2, decimals);
  const format = new Intl.NumberFormat('en-US', {
    ...(!['index', 'currency'].includes(type) && { style: 'currency', currency: 'USD' }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const texts: Record<string, string> = { name, symbol: ticker.symbol, price: format.format(price) };
  for (const element of header.querySelectorAll<HTMLElement>('[data-part]'))
    element.textContent = texts[element.dataset.part ?? ''] ?? '';
  header.dataset.ticker = price < 10000 ? 'filled' : 'filled-long';
}
