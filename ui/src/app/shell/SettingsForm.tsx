import { Radio, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { type HomeView, useHomeView } from '~/state/homeView';
import { useDirectionColours, useMarketStrip } from '../settings';
import { type DirectionColours, directionColours } from '../theme';

const SCHEMES = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const HOME_VIEWS = [
  ['auto', 'Introduction at first, then my deck'],
  ['deck', 'My deck'],
  ['introduction', 'Introduction'],
] as const;

/** Colour scheme, colours of direction, home page, market strip. All remembered in this browser. */
export default function SettingsForm() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [direction, setDirection] = useDirectionColours();
  const [strip, setStrip] = useMarketStrip();
  const [home, setHome] = useHomeView();
  return (
    <Stack gap="md">
      <Radio.Group
        label="Appearance"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as 'auto')}
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
      <Radio.Group label="Home page" value={home} onChange={(value) => setHome(value as HomeView)}>
        <Stack gap={8} mt={8}>
          {HOME_VIEWS.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Market strip above the header"
        checked={strip === 'on'}
        onChange={(event) => setStrip(event.currentTarget.checked ? 'on' : 'off')}
      />
    </Stack>
  );
}
