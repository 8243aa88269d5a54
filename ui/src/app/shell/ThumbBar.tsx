import { useMatch } from 'react-router-dom';
import { Icon, type IconName } from '~/components/Icon';
import { NavLink } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { paths } from '~/paths';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import iconClasses from './IconButton.module.css';
import classes from './ThumbBar.module.css';

/** The id of the bar. Style sheets use it to keep the lower edge of the window free. */
const ID = 'thumb-bar';

/** Five links at the lower edge of a phone's screen, where the thumb reaches them. A board has no such bar, because it fills the screen. */
export function ThumbBar({ onSearch }: { onSearch: () => void }) {
  const isBoard = useMatch('/board/:name') !== null;
  return useIsPhone() && !isBoard && <Bar onSearch={onSearch} />;
}

function Bar({ onSearch }: { onSearch: () => void }) {
  const { unread } = useAlertReports();
  return (
    <nav id={ID} aria-label="Quick links" className={classes.bar} data-print="hide">
      <Target to={paths.home} icon="home" label="Home" end />
      <Target to={paths.watchlist} icon="star" label="Watchlist" />
      <button type="button" className={classes.target} onClick={onSearch}>
        <Icon name="search" size={22} />
        Search
      </button>
      <Target to={paths.heatmap} icon="grid" label="Heatmap" />
      <Target to={paths.alerts} icon="bell" label="Alerts" count={unread} />
    </nav>
  );
}

interface TargetProps {
  to: string;
  icon: IconName;
  label: string;
  end?: boolean;
  /** The number of unread messages; none is shown for 0. */
  count?: number;
}

function Target({ to, icon, label, end = false, count = 0 }: TargetProps) {
  return (
    <NavLink
      to={to}
      end={end}
      className={classes.target}
      aria-label={count > 0 ? `${label}, ${count} unread` : undefined}
    >
      <span className={classes.icon}>
        <Icon name={icon} size={22} />
        {count > 0 && <span className={`num ${iconClasses.count}`}>{count > 9 ? '9+' : count}</span>}
      </span>
      {label}
    </NavLink>
  );
}
