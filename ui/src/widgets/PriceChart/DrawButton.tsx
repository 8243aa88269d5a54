import { useRef } from 'react';
import type { TickerDetail } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { lazyPart } from '~/components/layer/retryingLazy';
import controls from './Indicators.module.css';
import type { DrawTools } from './useDrawTools';

const DrawMenu = lazyPart(() => import('./drawings'), 'DrawMenu');

interface Props {
  ticker: TickerDetail;
  tools: DrawTools;
  opened: boolean;
  onOpened: (opened: boolean) => void;
}

/** Opens the drawing tools and the list of the ticker's drawings. */
export function DrawButton({ ticker, tools, opened, onOpened }: Props) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <span ref={anchor}>
      <Popup
        label="Draw"
        width="17rem"
        opened={opened}
        onChange={onOpened}
        withinPortal={false}
        hideDetached={false}
        className={controls.dropdown}
        trigger={
          <Button
            variant="default"
            data-key="d"
            data-drawing={tools.tool ?? undefined}
            className={`${controls.button} ${controls.compact}`}
            leftSection={<Icon name="edit" size={16} />}
          >
            <span data-word>Draw</span>
          </Button>
        }
      >
        <DrawMenu {...{ ticker, tools, anchor }} onDone={() => onOpened(false)} />
      </Popup>
    </span>
  );
}
