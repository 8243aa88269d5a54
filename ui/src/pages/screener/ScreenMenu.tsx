import { useState } from 'react';
import type { SavedScreen } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Popup } from '~/components/layer/Popup';
import menu from '~/components/menu.module.css';
import { useIsPhone } from '~/hooks/useIsPhone';
import { paths } from '~/paths';
import { useReadOnly } from '~/widgets/useReadOnly';

interface Props {
  /** The saved screen in use. */
  current: SavedScreen | undefined;
  /** Whether `Save` is missing next to the menu, so that the menu has it. */
  canSaveAsNew: boolean;
  onSaveAsNew: () => void;
  onRename: () => void;
  onDelete: () => void;
}

export const alertPath = ({ id }: SavedScreen) =>
  `${paths.alerts}?${new URLSearchParams({ screen: String(id) })}`;

/** The less frequent actions on a screen. On a phone, it also has what is next to it in a wide window. */
export function ScreenMenu({ current, canSaveAsNew, onSaveAsNew, onRename, onDelete }: Props) {
  const [opened, setOpened] = useState(false);
  const readOnly = useReadOnly();
  const isPhone = useIsPhone();
  if (!isPhone && !current && !canSaveAsNew) return null;
  const item = (text: string, act: () => void) => (
    <button
      type="button"
      disabled={readOnly}
      onClick={() => {
        setOpened(false);
        act();
      }}
    >
      {text}
    </button>
  );
  return (
    <Popup
      label="Screen actions"
      width={220}
      opened={opened}
      onChange={setOpened}
      className={menu.menu}
      trigger={
        <button type="button" className={menu.button} aria-label="Screen actions" title="Screen actions">
          <Icon name="more" size={18} />
        </button>
      }
    >
      {isPhone && current && <Link to={alertPath(current)}>Set alert</Link>}
      {canSaveAsNew && item(current ? 'Save as new' : 'Save screen', onSaveAsNew)}
      {current && item('Rename', onRename)}
      {current && item('Delete', onDelete)}
      {isPhone && <Link to={paths.etfScreener}>Screen ETFs</Link>}
    </Popup>
  );
}
