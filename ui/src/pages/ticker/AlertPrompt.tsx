import { useNavigate } from 'react-router-dom';
import type { TickerDetail } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { toggleQuickAlert } from '~/widgets/QuickAlert';
import classes from './AlertPrompt.module.css';
import page from './TickerPage.module.css';

/** The suggested alert: a change by 5%. */
const CUSTOM = 'condition=percent_change&value=5';

/** TICK-10: both buttons lead to an alert form that is filled in for this ticker: a short one here, and the full one. */
export function AlertPrompt({ ticker }: { ticker: TickerDetail }) {
  const navigate = useNavigate();
  return (
    <Panel className={page.call} label={`Alerts for ${ticker.symbol}`}>
      <h2 className={classes.title}>
        <Icon name="bell" size={20} />
        Never miss a move in {ticker.symbol}
      </h2>
      <p className={classes.text}>Get an alert when the price crosses a level you choose.</p>
      <div className={classes.buttons}>
        <Button aria-haspopup="dialog" onClick={(event) => toggleQuickAlert(ticker, event.currentTarget)}>
          Set Price Alert
        </Button>
        <Button
          variant="default"
          onClick={() => navigate(`${paths.alerts}?symbol=${encodeURIComponent(ticker.symbol)}&${CUSTOM}`)}
        >
          Custom Alert
        </Button>
      </div>
    </Panel>
  );
}
