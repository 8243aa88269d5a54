import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { useQuote } from '~/live/useQuote';
import { alertAddress } from './alertAddress';
import classes from './QuoteHeader.module.css';
import { useAddToWatchlist } from './useAddToWatchlist';

/** The two things to do with a ticker: keep it in view, and be told. */
export function QuoteActions({ ticker }: { ticker: TickerDetail }) {
  const price = useQuote(ticker, (quote) => quote.price);
  const navigate = useNavigate();
  const watch = useAddToWatchlist(ticker.id);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<Icon name="star" size={17} />}
        loading={watch.isPending}
        onClick={() => watch.mutate()}
      >
        Watchlist
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="bell" size={17} />}
        onClick={() => navigate(alertAddress(ticker, 'above', price))}
      >
        Alert
      </Button>
    </div>
  );
}
