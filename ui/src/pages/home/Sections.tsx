import { Link } from '~/components/Link';
import { SECTION_LINKS } from '~/links';
import classes from './Sections.module.css';

/** Links to every page with a list of its own. */
export function Sections() {
  return (
    <nav aria-label="All sections" className={classes.sections}>
      <h2 className="type-title">All sections</h2>
      <ul>
        {SECTION_LINKS.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
