import { Link } from '~/components/Link';
import { paths } from '~/paths';
import { useStoredChoice } from '~/state/browserStorage';
import classes from './Banners.module.css';

/** Invites to set up a new server; dismissed, it stays away from this browser. */
export default function SetupInvitation() {
  const [choice, choose] = useStoredChoice('setup-invitation', ['shown', 'hidden']);
  if (choice === 'hidden') return null;
  return (
    <p className={classes.version}>
      These prices are simulated. <Link to={paths.setup}>Use live prices and your own symbols</Link>
      <button type="button" onClick={() => choose('hidden')}>
        Not now
      </button>
    </p>
  );
}
