import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import classes from './TickerSearch.module.css';

/** The search as it looks before anybody has used it: what is behind it takes a task of its own to draw. */
export function SearchOutline() {
  return (
    <search className={classes.search} inert>
      <div className={classes.box}>
        <Icon name="search" size={20} />
        <input
          className={classes.input}
          placeholder={PLACEHOLDER}
          aria-label="Search for a ticker"
          readOnly
        />
      </div>
      <Button className={classes.submit}>Analyze</Button>
    </search>
  );
}

export const PLACEHOLDER = 'Enter ticker symbol (e.g., AAPL, BTC, SPY)';
