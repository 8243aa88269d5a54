import { useEffect, useState } from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import { Icon, type IconName } from '~/components/Icon';
import { NavLink } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useRootAttribute } from '~/hooks/useRootAttribute';
import { paths } from '~/paths';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import iconClasses from './IconButton.module.css';
import classes from './ThumbBar.module.css';

/** The id of the bar, by which the inline script finds it. */
const ID = 'thumb-bar';

/** Fields for which a phone shows an on-screen keyboard. */
const TEXT_FIELD = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea';

/** Five links at the lower edge of a phone's screen, where the thumb reaches them. A board has no such bar, because it fills the screen. */
export function ThumbBar({ onSearch }: { onSearch: () => void }) {
  const isBoard = useMatch('/board/:name') !== null;
  return useIsPhone() && !isBoard && <Bar onSearch={onSearch} />;
}

function Bar({ onSearch }: { onSearch: () => void }) {
  const { unread } = useAlertReports();
  const isTyping = useIsTyping();
  // Keeps the lower edge of the window free. The inline script sets it for the prerendered bar.
  useRootAttribute('data-thumb-bar');
  return (
    <nav
      id={ID}
      aria-label="Quick links"
      className={classes.bar}
      data-typing={isTyping || undefined}
      data-print="hide"
    >
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

/** Returns true while a text field has the focus. */
function useIsTyping(): boolean {
  const { pathname } = useLocation();
  const [isTyping, setIsTyping] = useState(false);
  // Some browsers fire no event if the field is removed, as with its page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every page
  useEffect(() => {
    const update = () => setIsTyping(document.activeElement?.matches(TEXT_FIELD) ?? false);
    update();
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', update);
    return () => {
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', update);
    };
  }, [pathname]);
  return isTyping;
}
