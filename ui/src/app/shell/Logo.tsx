import { Link } from '~/components/Link';
import { paths } from '~/paths';
import classes from './Logo.module.css';

/** Logo and name, linked to home. */
export function Logo() {
  return (
    <Link to={paths.home} className={classes.logo}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--md-primary-fill)" />
        <path
          d="M7 21l6-6 4 4 8-9"
          fill="none"
          stroke="var(--md-on-primary)"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="25" cy="10" r="2.6" fill="var(--md-on-primary)" />
      </svg>
      Marketdeck
    </Link>
  );
}
