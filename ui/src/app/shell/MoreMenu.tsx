import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { NavLink } from '~/components/Link';
import { Popup } from '~/components/layer/Popup';
import { MORE_LINKS, sectionOfPage } from '~/links';
import header from './Header.module.css';
import classes from './MoreMenu.module.css';

/** The header's menu of further pages. */
export function MoreMenu() {
  const [opened, setOpened] = useState(false);
  const { pathname } = useLocation();
  // A page that belongs to another header link highlights that link instead.
  const section = sectionOfPage(pathname) ?? pathname;
  const isCurrent = MORE_LINKS.some(({ to }) => to === section);
  return (
    <Popup
      label="More pages"
      width={220}
      opened={opened}
      onChange={setOpened}
      trigger={
        <button
          type="button"
          className={`${header.link} ${classes.button}`}
          data-current={isCurrent || undefined}
        >
          More
          <Icon name="down" size={14} />
        </button>
      }
    >
      <ul className={classes.list}>
        {MORE_LINKS.map(({ label, to }) => (
          <li key={to}>
            <NavLink to={to} className={classes.link} onClick={() => setOpened(false)}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </Popup>
  );
}
