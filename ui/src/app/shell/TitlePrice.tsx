import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { quotes } from '~/live/feed';
import { merge } from '~/live/merge';
import { formatPercent, formatQuote } from '~/market/format';
import { serverNow } from '~/state/clock';
import { pageTitle } from '~/state/pageTitle';
import { symbolOfPath } from '../keys/currentList';

const INTERVAL_MS = 1000;

function setTitlePrefix(prefix: string): void {
  const title = prefix + pageTitle();
  if (document.title !== title) document.title = title;
}

/** Shows the live price of a ticker's page in the title of the browser's tab, also while another tab is open. */
export function TitlePrice() {
  useLocation();
  const symbol = symbolOfPath(window.location.pathname);
  const { data: ticker } = useQuery({ ...tickerQuery(symbol ?? ''), enabled: symbol !== undefined });
  useEffect(() => {
    if (!ticker) return;
    const show = () => {
      const quote = merge(ticker, quotes.get(ticker.id), serverNow());
      const { price, change24h, decimals } = quote;
      const change = change24h === null ? '' : ` ${formatPercent(change24h)}`;
      setTitlePrefix(price === null ? '' : `${formatQuote(quote, price, decimals)}${change} · `);
    };
    show();
    // The page renders no prices while its tab is hidden, so this reads them by a timer.
    const timer = setInterval(show, INTERVAL_MS);
    return () => {
      clearInterval(timer);
      setTitlePrefix('');
    };
  }, [ticker]);
  return null;
}
