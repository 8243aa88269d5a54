import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { toast } from '~/state/toasts';
import classes from './Alerts.module.css';

const FEATURES = [
  { name: 'Unlimited Alerts', here: true },
  { name: 'Advanced Conditions', here: true },
  { name: 'SMS Delivery', here: false },
];

/** ALRT-01: there is nothing to buy; the button says so. */
export function IncludedCard() {
  const tell = () =>
    toast('Everything is included', 'Marketdeck has no paid tier: what it can do, it does for everybody.');
  return (
    <Panel title="Premium Features">
      <ul className={classes.features}>
        {FEATURES.map(({ name, here }) => (
          <li key={name} data-here={here || undefined}>
            <Icon name={here ? 'check' : 'clock'} size={16} />
            {name}
          </li>
        ))}
      </ul>
      <p className={`${classes.meta} ${classes.note}`}>
        SMS needs a gateway; until a server has one, alerts show in the app.
      </p>
      <Button variant="default" fullWidth onClick={tell}>
        Upgrade to Premium
      </Button>
    </Panel>
  );
}
