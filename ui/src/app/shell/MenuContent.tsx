import { NavLink } from 'react-router-dom';
import { headerLinks, MORE_LINKS, type PageLink } from '~/pageList';
import classes from './MobileMenu.module.css';
import NotificationList from './NotificationList';
import SettingsForm from './SettingsForm';

/** NAV-03: what the menu of small screens holds, fetched when it is first opened. */
export default function MenuContent({ onGo }: { onGo: () => void }) {
  return (
    <>
      <Links title="Markets" links={headerLinks('Markets')} onGo={onGo} />
      <Links title="Additional" links={[...headerLinks('Additional'), ...MORE_LINKS]} onGo={onGo} />
      <section className={classes.group}>
        <h2>Notifications</h2>
        <NotificationList onGo={onGo} />
      </section>
      <section className={classes.group}>
        <h2>Display</h2>
        <SettingsForm onGo={onGo} />
      </section>
    </>
  );
}

function Links({ title, links, onGo }: { title: string; links: PageLink[]; onGo: () => void }) {
  return (
    <nav className={classes.group} aria-label={title}>
      <h2>{title}</h2>
      {links.map(({ label, to }) => (
        <NavLink key={to} to={to} end={to === '/'} className={classes.link} onClick={onGo}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
