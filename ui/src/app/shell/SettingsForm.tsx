import { Radio, Stack, Switch } from '@mantine/core';
import { Link } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { paths } from '~/paths';
import { type SettingValue, useSetting } from '~/state/settings';
import { showShortcuts } from '~/state/shortcutsDialog';
import { useSingleKeys } from '~/state/singleKeys';
import { type DirectionColours, directionColours } from '../theme';
import classes from './SettingsForm.module.css';

const SCHEMES = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const HOME_VIEWS = [
  ['auto', 'Welcome page at first, then my dashboard'],
  ['deck', 'My dashboard'],
  ['introduction', 'Welcome page'],
] as const;

/** The most used settings, for this browser; the settings page has all of them. */
export default function SettingsForm({ onNavigate }: { onNavigate: () => void }) {
  const [colorScheme, setColorScheme] = useSetting('color-scheme');
  const [direction, setDirection] = useSetting('direction-colours');
  const [strip, setStrip] = useSetting('market-strip');
  const [home, setHome] = useSetting('home-view');
  const [hasKeys, setHasKeys] = useSingleKeys();
  const isPhone = useIsPhone();
  const openShortcuts = () => {
    onNavigate();
    showShortcuts(true);
  };
  return (
    <Stack gap="md">
      <Radio.Group
        label="Appearance"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as SettingValue<'color-scheme'>)}
      >
        <Stack gap={8} mt={8}>
          {SCHEMES.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label="Up and down colors"
        value={direction}
        onChange={(value) => setDirection(value as DirectionColours)}
      >
        <Stack gap={8} mt={8}>
          {Object.entries(directionColours).map(([value, { label }]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label="Home page"
        value={home}
        onChange={(value) => setHome(value as SettingValue<'home-view'>)}
      >
        <Stack gap={8} mt={8}>
          {HOME_VIEWS.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Price bar at the top"
        checked={strip === 'on'}
        onChange={(event) => setStrip(event.currentTarget.checked ? 'on' : 'off')}
      />
      {!isPhone && (
        <>
          <Switch
            label="Single-key shortcuts"
            checked={hasKeys}
            onChange={(event) => setHasKeys(event.currentTarget.checked)}
          />
          <button type="button" className={`link-button ${classes.keys}`} onClick={openShortcuts}>
            Keyboard shortcuts
          </button>
        </>
      )}
      <Link to={paths.settings} className="link-button" onClick={onNavigate}>
        All settings
      </Link>
    </Stack>
  );
}
