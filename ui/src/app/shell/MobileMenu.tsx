import { useDisclosure } from '@mantine/hooks';
import { Icon } from '~/components/Icon';
import { lazyPart } from '~/components/layer/retryingLazy';
import { Sheet } from '~/components/layer/Sheet';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import iconClasses from './IconButton.module.css';
import classes from './MobileMenu.module.css';

const MenuContent = lazyPart(() => import('./openedParts'), 'MenuContent');

/** NAV-03: the navigation on small screens, grouped as Markets and Additional. */
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
      <Sheet title="Menu" side="right" opened={opened} onClose={close}>
        <MenuContent onNavigate={close} />
      </Sheet>
    </>
  );
}
