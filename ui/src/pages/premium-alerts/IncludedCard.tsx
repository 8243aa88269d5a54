import { alertChannelsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { toast } from '~/state/toasts';
import classes from './Alerts.module.css';

/** ALRT-01: nothing is for sale; the button says so. */
export function IncludedCard() {
  const { data: channels } = useQuery(alertChannelsQuery);
  const hasSms = channels?.some(({ channel, available }) => channel === 'sms' && available) ?? false;
  const features = [
    { name: 'Unlimited Alerts', here: true },
    { name: 'Advanced Conditions', here: true },
    { name: 'SMS Delivery', here: hasSms },
  ];
  const tell = () => toast('Everything is included', 'Marketdeck has no paid tier. Every feature is free.');
  return (
    <Panel title="Premium Features" className={classes.included}>
      <div className={classes.parts}>
        <ul className={classes.features}>
          {features.map(({ name, here }) => (
            <li key={name} data-here={here || undefined}>
              <Icon name={here ? 'check' : 'clock'} size={16} />
              {name}
            </li>
          ))}
        </ul>
        <p className={`${classes.meta} ${classes.note}`}>
          {hasSms ? (
            'All features are included and set up.'
          ) : (
            <>
              SMS needs a gateway.{' '}
              <Link to={paths.alertChannels} className="link-button">
                How to set one up
              </Link>
            </>
          )}
        </p>
        <Button variant="default" onClick={tell}>
          Upgrade to Premium
        </Button>
      </div>
    </Panel>
  );
}
