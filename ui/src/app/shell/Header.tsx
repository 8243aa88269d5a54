import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { NavLink } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { headerLinks } from '~/links';
import { HEADER_SLOT } from '~/state/headerSlot';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './Header.module.css';
import { Logo } from './Logo';
import { MobileMenu } from './MobileMenu';
import { MoreMenu } from './MoreMenu';
import { NotificationBell } from './NotificationBell';
import { SchemeSwitch } from './SchemeSwitch';
import { SettingsMenu } from './SettingsMenu';
import { SourceHealth } from './SourceHealth';
import { useSection } from './useSection';

const PersonMenu = retryingLazy(() => import('./PersonMenu'));

const LINKS = [...headerLinks('Markets'), ...headerLinks('Additional')];

/** NAV-03: logo, navigation, 'Sample data' badge, search and settings, and with several people the signed-in one. A page may replace the content with its own bar. */
export function Header({ onSearch }: { onSearch: () => void }) {
  const { data: config } = useQuery(configQuery);
  const section = useSection();
  return (
    <header className={classes.header} data-print="hide">
      <div id={HEADER_SLOT} className={classes.slot} />
      <div className={`container ${classes.bar}`}>
        <Logo />
        <nav aria-label="Main" className={classes.nav}>
          {LINKS.map(({ label, to }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/'}
              className={classes.link}
              data-within={to === section || undefined}
            >
              {label}
            </NavLink>
          ))}
          <MoreMenu />
        </nav>
        <div className={classes.tools}>
          <SampleBadge shown={config?.market === 'sample'} />
          {config?.market === 'live' && <SourceHealth />}
          <button type="button" className={classes.search} onClick={onSearch} aria-label="Search">
            <Icon name="search" size={18} />
            <span className={classes.wide}>Search</span>
            <kbd className={classes.wide}>/</kbd>
          </button>
          <div className={classes.wide}>
            <NotificationBell />
            <SettingsMenu />
            <SchemeSwitch />
          </div>
          {config?.person && (
            <LazyBoundary silent>
              <PersonMenu {...config.person} />
            </LazyBoundary>
          )}
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}
