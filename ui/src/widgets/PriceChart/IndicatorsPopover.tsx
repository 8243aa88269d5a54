import { Button, Popover } from '@mantine/core';
import { Icon } from '~/components/Icon';
import { edit, type IndicatorSetting, toggle } from '~/market/indicators/settings';
import { IndicatorRow } from './IndicatorRow';
import classes from './Indicators.module.css';

interface Props {
  settings: readonly IndicatorSetting[];
  onChange: (settings: IndicatorSetting[]) => void;
}

const LEAST_HEIGHT = 240;

function fit({
  availableHeight,
  elements,
}: {
  availableHeight: number;
  elements: { floating: HTMLElement };
}) {
  elements.floating.style.maxHeight = `min(34rem, ${Math.max(LEAST_HEIGHT, availableHeight)}px)`;
}

/** CHRT-03: switches and numbers of the technical indicators. */
export function IndicatorsPopover({ settings, onChange }: Props) {
  const enabled = settings.filter((setting) => setting.enabled).length;
  return (
    <Popover
      width="20rem"
      position="bottom-end"
      withinPortal={false}
      trapFocus
      // It stays while the page scrolls to its end, and is no taller than the window leaves room for.
      hideDetached={false}
      middlewares={{ size: { padding: 8, apply: fit } }}
      shadow="md"
      radius="lg"
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      <Popover.Target>
        <Button variant="default" className={classes.button} leftSection={<Icon name="settings" size={16} />}>
          Indicators
          {enabled > 0 && <span className={`num ${classes.count}`}>{enabled}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Technical indicators">
        <ul>
          {settings.map((setting) => (
            <IndicatorRow
              key={setting.type}
              setting={setting}
              onToggle={() => onChange(toggle(settings, setting.type))}
              onEdit={(params) => onChange(edit(settings, setting.type, params))}
            />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
