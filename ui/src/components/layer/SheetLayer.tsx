import { Drawer } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { LAYER } from './useFocusReturn';

export interface SheetProps {
  id: string;
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The edge it comes from. */
  side: 'right' | 'bottom';
  children: ReactNode;
}

/** What `Sheet` shows, once its code is here. */
export default function SheetLayer({ id, title, opened, onClose, side, children }: SheetProps) {
  // Opened a step after it is there, so that it slides in the first time as well.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <Drawer
      opened={opened && ready}
      onClose={onClose}
      position={side}
      size={side === 'right' ? '20rem' : '60%'}
      title={title}
      transitionProps={{ duration: 150 }}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': `Close ${title.toLowerCase()}` }}
      {...{ [LAYER]: id }}
    >
      <Suspense>{children}</Suspense>
    </Drawer>
  );
}
