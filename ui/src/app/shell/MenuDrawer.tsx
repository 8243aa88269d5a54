import { Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { headerLinks, MORE_LINKS, type PageLink } from '~/pageList';
import classes from './MobileMenu.module.css';
import NotificationList from './NotificationList';
import SettingsForm from './SettingsForm';

/** NAV-03: the drawer behind the menu button, fetched when it is first opened. */
export default function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // Opens one step after it is there: only then the drawer knows where the focus came from.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      position="right"
      size="20rem"
      title="Menu"
      transitionProps={{ duration: 150 }}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
    >
      <Links title="Markets" links={headerLinks('Markets')} onGo={onClose} />
      <Links title="Additional" links={[...headerLinks('Additional'), ...MORE_LINKS]} onGo={onClose} />
      <section className={classes.group}>
        <h2>Notifications</h2>
        <NotificationList onGo={onClose} />
      </section>
      <section className={classes.group}>
        <h2>Display</h2>
        <SettingsForm />
      </section>
    </Drawer>
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
