import { type RefObject, useState } from 'react';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { lazyPart } from '~/components/layer/retryingLazy';
import type { IndicatorSetting } from '~/market/indicators/settings';
import { countIndicators } from '~/market/indicators/types';
import type { IndicatorListProps } from './IndicatorList';
import classes from './Indicators.module.css';

const IndicatorList = lazyPart(() => import('./toolParts'), 'IndicatorList');

const MIN_HEIGHT = 240;

function fit({
  availableHeight,
  elements,
}: {
  availableHeight: number;
  elements: { floating: HTMLElement };
}) {
  elements.floating.style.maxHeight = `min(34rem, ${Math.max(MIN_HEIGHT, availableHeight)}px)`;
}

interface Props extends Omit<IndicatorListProps, 'chosen'> {
  opened: boolean;
  onOpened: (opened: boolean) => void;
  /** Where it docks on a desktop. */
  dock: RefObject<HTMLElement | null> | null;
}

/** CHRT-03: switches and parameters of the technical indicators. */
export function IndicatorsPopover({ opened, onOpened, dock, ...props }: Props) {
  const enabled = countIndicators(props.text);
  const chosen = useState<readonly IndicatorSetting[] | null>(null);
  return (
    <Popup
      label="Technical indicators"
      width="20rem"
      opened={opened}
      onChange={onOpened}
      dock={dock}
      tall
      withinPortal={false}
      // Stays open while the page scrolls to its end, and is limited to the room in the window.
      hideDetached={false}
      middlewares={{ size: { padding: 8, apply: fit } }}
      className={classes.dropdown}
      trigger={
        <Button
          variant="default"
          data-key="i"
          className={classes.button}
          leftSection={<Icon name="settings" size={16} />}
        >
          <span data-word>Indicators</span>
          {enabled > 0 && <span className={`num ${classes.count}`}>{enabled}</span>}
        </Button>
      }
    >
      <IndicatorList {...props} chosen={chosen} />
    </Popup>
  );
}
