import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '~/components/Button';
import { Tooltip } from '~/components/layer/Tooltip';
import { useReadOnlyReason } from './useReadOnly';

interface Props extends ButtonProps {
  onClick: () => void;
  children: ReactNode;
}

/** A button that changes data: disabled, with a reason, where nothing can be changed. */
export function WriteButton({ onClick, children, ...rest }: Props) {
  const reason = useReadOnlyReason();
  const readOnly = reason !== null;
  return (
    <Tooltip label={reason} disabled={!readOnly}>
      <Button {...rest} aria-disabled={readOnly} onClick={readOnly ? undefined : onClick}>
        {children}
      </Button>
    </Tooltip>
  );
}
