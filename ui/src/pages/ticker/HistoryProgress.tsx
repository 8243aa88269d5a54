import { useLocation } from 'react-router-dom';
import { statusQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { formatSpan } from '~/market/time';
import classes from './ImportedNotice.module.css';

/** Progress of loading the history of a newly followed ticker. */
export function HistoryProgress({ ticker }: { ticker: TickerDetail }) {
  const isNew = useLocation().state?.followed === true;
  const now = useMarketNow();
  const { data } = useQuery({ ...statusQuery, enabled: isNew });
  const history = data?.tickers.find(({ symbol }) => symbol === ticker.symbol)?.history;
  if (!isNew || !history || history.done >= history.of) return null;
  const left = history.readyAt === null ? 0 : Date.parse(history.readyAt) - now;
  return (
    <p className={classes.notice} role="status">
      Loading price history: {history.done} of {history.of} parts
      {left > 0 && `, about ${formatSpan(left)} left`}.
    </p>
  );
}
