import { call } from '~/api/call';
import { alertsQuery } from '~/api/queries';
import type { Ticker } from '~/api/types';
import { useAction } from '~/api/useAction';
import { type AlertCondition, CONDITIONS, WINDOWS } from '~/market/alertChoices';
import { decimalsOf, formatQuote } from '~/market/format';
import { labelOf } from '~/market/labelOf';

interface PriceAlert {
  condition: AlertCondition;
  /** A price, or a percentage for 'percent_change'. */
  value: number;
  frequency: string;
  windowHours?: number;
  /** Delivery methods; only the app by default. */
  delivery?: readonly string[];
}

const refresh = [alertsQuery.queryKey];

/** Creates an alert on the price of a ticker; the message has an 'Undo'. */
export function useCreateAlert(ticker: Ticker) {
  const remove = useAction({
    send: (id: number) => call('delete', '/api/alerts/{id}', { path: { id } }),
    refresh,
  });
  return useAction({
    send: (alert: PriceAlert) =>
      call('post', '/api/alerts', { payload: { type: 'price', symbol: ticker.symbol, ...alert } }),
    refresh,
    done: ({ id, notice }, alert) => [
      'Alert created',
      [textOf(ticker, alert), notice].filter(Boolean).join(' '),
      () => remove.mutate(id),
    ],
  });
}

/** 'AAPL rises above $300.00.' */
function textOf(ticker: Ticker, { condition, value, windowHours }: PriceAlert): string {
  const { symbol } = ticker;
  if (condition === 'percent_change')
    return `${symbol} changes by ${value}% in ${labelOf(WINDOWS, String(windowHours))}.`;
  const price = formatQuote(ticker, value, Math.max(ticker.decimals, decimalsOf(value)));
  return `${symbol} ${labelOf(CONDITIONS, condition).toLowerCase()} ${price}.`;
}
