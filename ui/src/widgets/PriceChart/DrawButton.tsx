import { useRef } from 'react';
import type { TickerDetail } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { lazyPart } from '~/components/layer/retryingLazy';
import type { DrawStateHook } from './drawState';
import controls from './Indicators.module.css';

const DrawMenu = lazyPart(() => import('./drawings'), 'DrawMenu');

interface Props {
  ticker: TickerDetail;
  draw: DrawStateHook;
  opened: boolean;
  onOpened: (opened: boolean) => void;
}

/** Opens the drawing tools and the list of the ticker's drawings. */
export function DrawButton({ ticker, draw, opened, onOpened }: Props) {
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
            className={`${controls.button} ${controls.compact}`}
            leftSection={<Icon name="edit" size={16} />}
          >
            <span data-word>Draw</span>
          </Button>
        }
      >
        <DrawMenu {...{ ticker, draw, anchor }} onDone={() => onOpened(false)} />
      </Popup>
    </span>
  );
}
