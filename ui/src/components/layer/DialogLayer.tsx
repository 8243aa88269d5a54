import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './Dialog.module.css';

export interface DialogProps {
  title: string;
  onClose: () => void;
  /** Preferred width in rem; full screen on a phone. */
  width?: number;
  /** 'top' leaves space below for a growing list; 'small' is for a question: the dialog doesn't fill a phone's screen. */
  placement?: 'center' | 'top' | 'small';
  children: ReactNode;
}

/**
 * The content of `Dialog`, in a separate chunk that is loaded when the first dialog opens. The title is not in Mantine's header,
 * which would be a second banner landmark.
 */
export default function DialogLayer(props: DialogProps) {
  const { title, onClose, width = 34, placement = 'center', children } = props;
  const isPhone = useIsPhone();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={`${width}rem`}
      padding={isPhone ? '1rem' : '1.5rem'}
      fullScreen={isPhone && placement === 'center'}
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
