import { useNavigate } from 'react-router-dom';
import type { TickerDetail } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { useDerived } from '~/live/useQuote';
import { WatchStar } from '~/widgets/WatchStar/WatchStar';
import { alertAddress } from './alertAddress';
import classes from './QuoteHeader.module.css';

/** The actions on a ticker: add to a watchlist, and set an alert. */
export function QuoteActions({ ticker }: { ticker: TickerDetail }) {
  const price = useDerived(ticker, (quote) => quote.price);
  const navigate = useNavigate();
  return (
    <div className={classes.actions}>
      <WatchStar ticker={ticker} />
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
