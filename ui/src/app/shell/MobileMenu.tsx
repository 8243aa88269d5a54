import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { NavLink } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import iconClasses from './IconButton.module.css';
import { ADDITIONAL_LINKS, MARKET_LINKS, type PageLink } from './links';
import classes from './MobileMenu.module.css';
import { NotificationList } from './NotificationList';
import { SettingsForm } from './SettingsForm';

const MORE: PageLink[] = [
  ...ADDITIONAL_LINKS,
  { label: 'News', to: paths.news },
  { label: 'Earnings Calendar', to: paths.earningsCalendar },
  { label: 'Alerts', to: paths.alerts },
];

/** NAV-03: the navigation of small screens, under Markets and Additional. */
export function MobileMenu() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { unread } = useAlertReports();
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-label="Menu"
        aria-expanded={opened}
        onClick={toggle}
      >
        <Icon name="menu" size={22} />
        {unread > 0 && <span className={iconClasses.mark} />}
      </button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size="20rem"
        title="Menu"
        transitionProps={{ duration: 150 }}
        closeButtonProps={{ 'aria-label': 'Close menu' }}
      >
        <Links title="Markets" links={MARKET_LINKS} onGo={close} />
        <Links title="Additional" links={MORE} onGo={close} />
        <section className={classes.group}>
          <h2>Notifications</h2>
          <NotificationList onGo={close} />
        </section>
        <section className={classes.group}>
          <h2>Display</h2>
          <SettingsForm />
        </section>
      </Drawer>
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
