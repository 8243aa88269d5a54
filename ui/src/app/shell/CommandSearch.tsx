import { Link } from 'react-router-dom';
import { Dialog } from '~/components/layer/Dialog';
import { paths } from '~/paths';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './CommandSearch.module.css';

const PLACES = [
  ['Stock Analysis', paths.stockAnalysis],
  ['ETF Screener', paths.etfScreener],
  ['Crypto Tracker', paths.cryptoTracker],
  ['Commodities', paths.commodities],
  ['Market News', paths.news],
  ['Earnings Calendar', paths.earningsCalendar],
  ['ICO Calendar', paths.icoCalendar],
  ['Alerts', paths.alerts],
  ['Watchlist', paths.watchlist],
] as const;

/** Search from anywhere: `/` or Ctrl-K opens it. */
export default function CommandSearch({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Search" width={38.75} placement="top" onClose={onClose}>
      <div className={classes.body}>
        <TickerSearch autoFocus onDone={onClose} />
        <nav aria-label="Pages" className={classes.places}>
          {PLACES.map(([label, to]) => (
            <Link key={to} to={to} onClick={onClose}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </Dialog>
  );
}
