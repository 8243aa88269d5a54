import type { TickerDetail } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { toggleQuickAlert } from '~/widgets/QuickAlert';
import { WatchStar } from '~/widgets/WatchStar/WatchStar';
import classes from './QuoteHeader.module.css';

/** The actions on a ticker: add to a watchlist, and set an alert. */
export function QuoteActions({ ticker }: { ticker: TickerDetail }) {
  return (
    <div className={classes.actions}>
      <WatchStar ticker={ticker} />
      <Button
        variant="default"
        leftSection={<Icon name="bell" size={17} />}
        aria-haspopup="dialog"
        onClick={(event) => toggleQuickAlert(ticker, event.currentTarget)}
      >
        Alert
      </Button>
    </div>
  );
}
