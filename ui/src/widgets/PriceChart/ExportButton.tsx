import { type RefObject, useRef, useState } from 'react';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { lazyPart } from '~/components/layer/retryingLazy';
import type { ShownChart } from './export/shownChart';
import classes from './Indicators.module.css';

const ExportMenu = lazyPart(() => import('./toolParts'), 'ExportMenu');

/** Exports the chart as a file. */
export function ExportButton({ shown }: { shown: RefObject<ShownChart | null> }) {
  const [opened, setOpened] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <span ref={anchor}>
      <Popup
        label="Export the chart"
        width="12rem"
        opened={opened}
        onChange={setOpened}
        withinPortal={false}
        hideDetached={false}
        className={classes.dropdown}
        trigger={
          <button type="button" className={classes.square} aria-label="Export the chart">
            <Icon name="download" size={16} />
          </button>
        }
      >
        <ExportMenu {...{ shown, anchor }} onDone={() => setOpened(false)} />
      </Popup>
    </span>
  );
}
