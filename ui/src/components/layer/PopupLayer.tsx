import { Popover, type PopoverProps } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { LAYER_ATTRIBUTE, OPENED_BY } from './useFocusReturn';

export interface LayerProps
  extends Pick<PopoverProps, 'width' | 'withinPortal' | 'middlewares' | 'hideDetached'> {
  id: string;
  label: string;
  /** The button that the layer is anchored to. */
  anchor: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** The layer of a `Popup`, in a separate chunk that is loaded when a popup is first opened. */
export default function PopupLayer({ label, anchor, opened, className, children, ...rest }: LayerProps) {
  // Opens one render after mounting, because Mantine remembers the focused element only when `opened` changes.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return (
    <Popover
      {...rest}
      opened={opened && isReady}
      position="bottom-end"
      shadow="md"
      radius="lg"
      trapFocus
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      <Popover.Target>
        <Anchor anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label}
        className={className ?? ''}
        {...{ [LAYER_ATTRIBUTE]: rest.id, [OPENED_BY]: anchor.id }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Passes the button, which was rendered before Mantine's popover, to the popover as its target. */
function Anchor({ anchor, ref }: { anchor: HTMLElement; ref?: Ref<HTMLElement> }) {
  useEffect(() => {
    if (typeof ref !== 'function') return;
    ref(anchor);
    return () => void ref(null);
  }, [anchor, ref]);
  return null;
}
