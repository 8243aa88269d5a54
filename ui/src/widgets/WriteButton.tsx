import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '~/components/Button';
import { Tooltip } from '~/components/layer/Tooltip';
import { useReadOnly } from './useReadOnly';

interface Props extends ButtonProps {
  onClick: () => void;
  children: ReactNode;
}

/** A button that changes data: disabled, with a reason, on a read-only server. */
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
