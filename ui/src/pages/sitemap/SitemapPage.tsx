import { Link } from 'react-router-dom';
import { Panel } from '~/components/Panel';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { GROUPS, type LinkGroup, POPULAR } from './groups';
import classes from './SitemapPage.module.css';

/** NAV-05. */
export default function SitemapPage() {
  return (
    <div className="container">
      <PageHead title="Sitemap" text="Every page in one place, and the tickers people open most." />
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
      <div className={classes.popular}>
        {POPULAR.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
    </div>
  );
}

function Group({ group }: { group: LinkGroup }) {
  return (
    <Panel title={group.title}>
      <ul className={classes.links}>
        {group.links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
