import { Drawer } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import classes from './Sheet.module.css';
import { LAYER, OPENED_BY } from './useFocusReturn';

export interface SheetProps {
  id: string;
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The edge it comes from. */
  side: 'right' | 'bottom';
  /** What lies beneath stays in view, undimmed: a choice in the sheet shows there at once. */
  live?: boolean;
  /** As high as a sheet may be, whatever it holds. */
  tall?: boolean;
  /** The id of the button it hangs on, where there is one. */
  openedBy?: string;
  children: ReactNode;
}

const BODY = classes.body ?? '';
const SHEET = { content: classes.content ?? '', inner: classes.inner ?? '', body: `${BODY} ${classes.low}` };

/** What `Sheet` shows, once its code is here. Its title stands in a plain box: Mantine's own header would be a second banner of the page. */
export default function SheetLayer(props: SheetProps) {
  const { id, title, opened, onClose, side, live = false, tall, openedBy, children } = props;
  // Opened a step after it is there, so that it slides in the first time as well.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <Drawer
      opened={opened && ready}
      onClose={onClose}
      position={side}
      size={side === 'right' ? 'min(21rem, 90vw)' : '55%'}
      classNames={side === 'bottom' ? SHEET : { body: BODY }}
      data-tall={tall || undefined}
      {...(live && { overlayProps: { backgroundOpacity: 0 } })}
      withCloseButton={false}
      transitionProps={{ duration: 150 }}
      returnFocus={false}
      {...{ [LAYER]: id, [OPENED_BY]: openedBy }}
    >
      <div className={classes.head}>
        <Drawer.Title>{title}</Drawer.Title>
        <Drawer.CloseButton aria-label={`Close ${title.toLowerCase()}`} />
      </div>
      <Suspense>{children}</Suspense>
    </Drawer>
  );
}
