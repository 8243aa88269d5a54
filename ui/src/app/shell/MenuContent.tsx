import { Icon, type IconName } from '~/components/Icon';
import { NavLink } from '~/components/Link';
import { headerLinks, MORE_LINKS, type PageLink, sectionOfPage } from '~/links';
import { paths } from '~/paths';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import classes from './MobileMenu.module.css';
import NotificationList from './NotificationList';
import SettingsForm from './SettingsForm';

const ICONS: Readonly<Record<string, IconName>> = {
  [paths.home]: 'home',
  [paths.stockAnalysis]: 'chart',
  [paths.heatmap]: 'grid',
  [paths.screener]: 'filter',
  [paths.etfScreener]: 'layers',
  [paths.etfs]: 'table',
  [paths.cryptoTracker]: 'coins',
  [paths.crypto]: 'table',
  [paths.commodities]: 'bolt',
  [paths.icoCalendar]: 'calendar',
  [paths.icos]: 'table',
  [paths.watchlist]: 'star',
  [paths.news]: 'page',
  [paths.earningsCalendar]: 'calendar',
  [paths.alerts]: 'bell',
  [paths.boards]: 'expand',
  [paths.status]: 'info',
  [paths.settings]: 'settings',
};

/** Returns the header's links of a group, each followed by its subpages. */
const withSubpages = (links: PageLink[]): PageLink[] =>
  links.flatMap((link) => [link, ...MORE_LINKS.filter(({ to }) => sectionOfPage(to) === link.to)]);

const MARKETS = withSubpages(headerLinks('Markets'));
const ADDITIONAL = [
  ...withSubpages(headerLinks('Additional')),
  ...MORE_LINKS.filter(({ to }) => !sectionOfPage(to)),
];

/** NAV-03: content of the mobile menu, fetched when it is first opened. */
export default function MenuContent({ onNavigate }: { onNavigate: () => void }) {
  return (
    <>
      <Links title="Markets" links={MARKETS} onNavigate={onNavigate} />
      <Links title="Additional" links={ADDITIONAL} onNavigate={onNavigate} />
      <section className={`${classes.group} ${classes.notifications}`} aria-label="Notifications">
        <NotificationList onNavigate={onNavigate} />
      </section>
      <section className={classes.group}>
        <h2>Display</h2>
        <SettingsForm onNavigate={onNavigate} />
      </section>
    </>
  );
}

function Links({ title, links, onNavigate }: { title: string; links: PageLink[]; onNavigate: () => void }) {
  const { unread } = useAlertReports();
  return (
    <nav className={classes.group} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.links}>
        {links.map(({ label, to }) => (
          <NavLink key={to} to={to} end={to === '/'} className={classes.link} onClick={onNavigate}>
            <Icon name={ICONS[to] ?? 'page'} size={18} />
            {label}
            {to === paths.alerts && unread > 0 && (
              <span className={`num ${classes.count}`} aria-hidden="true">
                {unread}
              </span>
            )}
          </NavLink>
        ))}
      </div>
    </nav>
  );
}
