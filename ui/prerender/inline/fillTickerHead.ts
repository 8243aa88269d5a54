import { setting } from './storage';

interface Ticker {
  name: string;
  symbol: string;
  type: string;
  price: number;
  decimals: number;
  currency: string;
  stale: boolean;
}

/**
 * Shows a ticker's name and price, which came with the page, before the app's code (`TickerSkeleton.tsx` has the empty places).
 * Only where the app will write them in the same way: in English, a current price in dollars.
 */
export function fillTickerHead(path: string): void {
  const head = document.querySelector<HTMLElement>('#root [data-ticker]');
  const answers = document.getElementById('first-answers');
  if (!head || !answers) return;
  const ticker: Ticker | undefined = JSON.parse(answers.textContent || '{}')[`tickers/${path.split('/')[2]}`];
  const isEnglish =
    [null, '', 'auto'].includes(setting('language')) && /^en(-(US|GB|CA|AU))?$/.test(navigator.language);
  if (!isEnglish || !ticker || !(ticker.price > 0) || ticker.stale || ticker.currency !== 'USD') return;
  const { name, symbol, type, price, decimals } = ticker;
  const digits = type === 'index' ? 2 : Math.max(2, decimals);
  const format = new Intl.NumberFormat('en-US', {
    ...(!['index', 'currency'].includes(type) && { style: 'currency', currency: 'USD' }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const texts: Record<string, string> = { name, symbol, price: format.format(price) };
  for (const part of head.querySelectorAll<HTMLElement>('[data-part]'))
    part.textContent = texts[part.dataset.part ?? ''] ?? '';
  head.dataset.ticker = price < 10000 ? 'filled' : 'filled-long';
}
