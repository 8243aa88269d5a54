import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '~/hooks/useIsPhone';
import classes from './Dialog.module.css';

export interface DialogProps {
  title: string;
  onClose: () => void;
  /** Width where there is room for it, in rem; the whole screen on a phone. */
  width?: number;
  /** 'top' leaves room beneath for a list that grows; 'small' is a question, which fills no phone. */
  placement?: 'centre' | 'top' | 'small';
  children: ReactNode;
}

/**
 * What `Dialog` shows; a file of its own, for its code is fetched when the first one opens. The title
 * stands in a plain box: Mantine's own header would be a second banner of the page for screen readers.
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
