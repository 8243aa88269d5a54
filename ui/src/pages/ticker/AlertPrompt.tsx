import { useNavigate } from 'react-router-dom';
import type { TickerDetail } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { useDerived } from '~/live/useQuote';
import classes from './AlertPrompt.module.css';
import { alertAddress } from './alertAddress';
import page from './TickerPage.module.css';

/** The default change of the suggested alert, in percent. */
const DEFAULT_MOVE = 5;

/** TICK-10: both buttons open the alert form, filled in for this ticker. */
export function AlertPrompt({ ticker }: { ticker: TickerDetail }) {
  const price = useDerived(ticker, (quote) => quote.price);
  const navigate = useNavigate();
  return (
    <Panel className={page.call} label={`Alerts for ${ticker.symbol}`}>
      <h2 className={classes.title}>
        <Icon name="bell" size={20} />
        Never miss a move in {ticker.symbol}
      </h2>
      <p className={classes.text}>Get an alert when the price crosses a level you choose.</p>
      <div className={classes.buttons}>
        <Button onClick={() => navigate(alertAddress(ticker, 'above', price))}>Set Price Alert</Button>
        <Button
          variant="default"
          onClick={() => navigate(alertAddress(ticker, 'percent_change', DEFAULT_MOVE))}
        >
          Custom Alert
        </Button>
      </div>
    </Panel>
  );
}
