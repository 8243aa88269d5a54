import { useRef, useState } from 'react';
import type { Alert, TickerDetail, WatchlistTickers } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { RowSkeletons } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { methodLabel } from '~/market/deliveryMethods';
import { AlertRow } from './AlertRow';
import classes from './Alerts.module.css';
import { sentence, subjectOf } from './labels';
import { matches, type Order, ordered } from './order';
import { conditionsOf, progressOfAll, progressOfOne } from './progressOfAll';
import { progressOfList } from './progressOfList';
import { useAlertLists, useAlertTickers } from './useAlertTickers';
import { useStableOrder } from './useStableOrder';

/** Approximate row height in px at the normal type scale. */
export const rowHeight = (isPhone: boolean): number => (isPhone ? 83 : 72);

interface Props {
  /** The active alerts. */
  alerts: readonly Alert[];
  search: string;
  order: Order;
}

/** ALRT-04: active alerts, nearest to firing first, already met ones last. */
export function ActiveAlerts(props: Props) {
  const { alerts } = props;
  const isPhone = useIsPhone();
  const { tickers, isPending: isTickerPending } = useAlertTickers(alerts);
  const { lists, isPending: isListPending } = useAlertLists(alerts);
  const isPending = isTickerPending || isListPending;
  // The order depends on ticker data. Once rows are shown, they don't wait for the ticker of a new alert.
  const [stood, setStood] = useState(!isPending);
  if (!stood && !isPending) setStood(true);
  if (alerts.length === 0) return <EmptyState text="No active alerts. Create one to get started!" />;
  if (!stood) return <RowSkeletons rows={alerts.length} height={rowHeight(isPhone)} />;
  return <Rows {...props} tickers={tickers} lists={lists} />;
}

interface RowsProps extends Props {
  tickers: readonly TickerDetail[];
  lists: readonly WatchlistTickers[];
}

function Rows({ alerts, tickers, lists, search, order }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [newestBefore] = useState(() => Math.max(...alerts.map(({ id }) => id)));
  const tickerOf = ({ symbol }: Alert) => tickers.find((ticker) => ticker.symbol === symbol);
  const progressOf = (alert: Alert) => {
    const list = lists.find(({ id }) => id === alert.list?.id);
    if (list) return progressOfList(alert, list.tickers);
    const ticker = tickerOf(alert);
    // Uses the fetched price, not the live one, so that rows don't reorder with every tick.
    if (!ticker) return null;
    const fetched = { ...ticker, price: alert.price };
    return alert.and.length > 0
      ? progressOfAll(alert, fetched)
      : progressOfOne(conditionsOf(alert)[0], fetched);
  };
  const rows = useStableOrder(ordered(alerts, order, progressOf, newestBefore), list);
  const found = rows.filter((alert) => {
    const ticker = tickerOf(alert);
    return matches(search, [
      subjectOf(alert),
      ticker?.name ?? '',
      sentence(alert, ticker),
      ...alert.delivery.map(methodLabel),
    ]);
  });
  if (found.length === 0) return <EmptyState text={`No active alert matches '${search}'.`} />;
  return (
    <ul ref={list} className={classes.list} aria-label="Active alerts">
      {found.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}
