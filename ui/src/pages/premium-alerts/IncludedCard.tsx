import { Button } from '@mantine/core';
import { Panel } from '~/components/Panel';
import { toast } from '~/components/toasts';
import classes from './Alerts.module.css';

const FEATURES = ['Unlimited Alerts', 'Advanced Conditions', 'SMS Delivery'];

/** ALRT-01: there is nothing to buy; the button says so. */
export function IncludedCard() {
  const tell = () =>
    toast('Everything is included', 'Marketdeck has no paid tier: what it can do, it does for everybody.');
  return (
    <Panel title="Premium Features">
      <ul className={classes.features}>
        {FEATURES.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className={classes.meta}>
        Alerts are delivered in the app. SMS needs a gateway, and none is configured.
      </p>
      <Button variant="default" fullWidth mt="md" onClick={tell}>
        Upgrade to Premium
      </Button>
    </Panel>
  );
}
