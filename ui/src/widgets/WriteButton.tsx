import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '~/components/Button';
import { Tooltip } from '~/components/layer/Tooltip';
import { useReadOnly } from './useReadOnly';

interface Props extends ButtonProps {
  onClick: () => void;
  children: ReactNode;
}

/** A button that changes something: off, with the reason, on a display that is for reading only. */
export function WriteButton({ onClick, children, ...rest }: Props) {
  const readOnly = useReadOnly();
  return (
    <Tooltip label="This server is read-only." disabled={!readOnly}>
      <Button {...rest} aria-disabled={readOnly} onClick={readOnly ? undefined : onClick}>
        {children}
      </Button>
    </Tooltip>
  );
}
