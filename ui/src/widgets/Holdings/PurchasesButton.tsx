import { useState } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './PurchasesButton.module.css';

const HoldingDialog = retryingLazy(() => import('~/widgets/HoldingDialog'));

interface Props {
  entry: WatchlistEntry;
  /** The style of a text button. */
  className?: string | undefined;
  /** Shows only an icon, for a table's row. */
  isIcon?: boolean;
  /** The button's text, unless it is an icon. */
  label?: string;
}

/** Opens the purchases of a list entry. */
export function PurchasesButton({ entry, className, isIcon = false, label = 'Purchases' }: Props) {
  const readOnly = useReadOnly();
  const [opened, setOpened] = useState(false);
  if (readOnly) return null;
  const close = () => setOpened(false);
  return (
    <>
      <button
        type="button"
        className={isIcon ? [classes.icon, className].filter(Boolean).join(' ') : className}
        aria-label={isIcon || label === 'Purchases' ? `Purchases of ${entry.symbol}` : undefined}
        title={isIcon ? 'Purchases' : undefined}
        onClick={() => setOpened(true)}
      >
        {isIcon ? <Icon name="coins" size={18} /> : label}
      </button>
      {opened && (
        <LazyBoundary onFail={close}>
          <HoldingDialog entry={entry} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
