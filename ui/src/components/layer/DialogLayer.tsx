import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './Dialog.module.css';

export interface DialogProps {
  title: string;
  onClose: () => void;
  /** Preferred width in rem; full screen on a phone. */
  width?: number;
  /** 'top' leaves room below for a growing list; 'small' is a question, which doesn't fill a phone's screen. */
  placement?: 'centre' | 'top' | 'small';
  children: ReactNode;
}

/**
 * The content of `Dialog`, in its own chunk, loaded when the first dialog opens. The title is a plain box: Mantine's
 * header would be a second banner landmark.
 */
export default function DialogLayer(props: DialogProps) {
  const { title, onClose, width = 34, placement = 'centre', children } = props;
  const phone = useIsPhone();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={`${width}rem`}
      padding={phone ? '1rem' : '1.5rem'}
      fullScreen={phone && placement === 'centre'}
      radius="lg"
      centered={placement !== 'top'}
      yOffset={placement === 'top' ? '10vh' : '5vh'}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <div className={classes.head}>
            <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
            <Modal.CloseButton aria-label="Close dialog" size={44} iconSize={20} />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
