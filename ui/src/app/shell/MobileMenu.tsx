import { useDisclosure } from '@mantine/hooks';
import { lazy, useState } from 'react';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import iconClasses from './IconButton.module.css';
import classes from './MobileMenu.module.css';

const MenuDrawer = lazy(() => import('./MenuDrawer'));

/** NAV-03: the navigation of small screens, under Markets and Additional. */
export function MobileMenu() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [wanted, setWanted] = useState(false);
  const { unread } = useAlertReports();
  const press = () => {
    setWanted(true);
    toggle();
  };
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-label="Menu"
        aria-expanded={opened}
        onClick={press}
      >
        <Icon name="menu" size={22} />
        {unread > 0 && <span className={iconClasses.mark} />}
      </button>
      {wanted && (
        <LazyBoundary>
          <MenuDrawer opened={opened} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
