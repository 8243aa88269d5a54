import { Drawer } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import classes from './Sheet.module.css';
import { LAYER_ATTRIBUTE, OPENED_BY } from './useFocusReturn';

export interface SheetProps {
  id: string;
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The edge from which the sheet slides in. */
  side: 'right' | 'bottom';
  /** Does not dim the content below, to show the effect of a choice in the sheet. */
  live?: boolean;
  /** Uses the maximum height regardless of the content. */
  tall?: boolean;
  /** The id of the button that opened the sheet, if any. */
  openedBy?: string;
  children: ReactNode;
}

const BODY = classes.body ?? '';
const SHEET = { content: classes.content ?? '', inner: classes.inner ?? '', body: `${BODY} ${classes.low}` };

/** The content of `Sheet`. The title is not in Mantine's header, which would be a second banner landmark. */
export default function SheetLayer(props: SheetProps) {
  const { id, title, opened, onClose, side, live = false, tall, openedBy, children } = props;
  // Opens one render after mounting, so that the sheet also slides in the first time.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return (
    <Drawer
      opened={opened && isReady}
      onClose={onClose}
      position={side}
      size={side === 'right' ? 'min(21rem, 90vw)' : '55%'}
      classNames={side === 'bottom' ? SHEET : { body: BODY }}
      data-tall={tall || undefined}
      {...(live && { overlayProps: { backgroundOpacity: 0 } })}
      withCloseButton={false}
      transitionProps={{ duration: 150 }}
      returnFocus={false}
      {...{ [LAYER_ATTRIBUTE]: id, [OPENED_BY]: openedBy }}
    >
      <div className={classes.head}>
        <Drawer.Title>{title}</Drawer.Title>
        <Drawer.CloseButton aria-label={`Close ${title.toLowerCase()}`} />
      </div>
      <Suspense>{children}</Suspense>
    </Drawer>
  );
}
