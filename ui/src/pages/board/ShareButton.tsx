import { useState } from 'react';
import type { Board } from '~/api/types';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useHasPeople, useReadOnly } from '~/widgets/useReadOnly';

const ShareBoardDialog = retryingLazy(() => import('./ShareBoardDialog'));

/** Opens the dialog that shares an own board; absent on a server of one person. */
export function ShareButton({ board, className }: { board: Board; className: string | undefined }) {
  const hasPeople = useHasPeople();
  const readOnly = useReadOnly();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const text = board.shares.length > 0 ? 'Shared' : 'Share';
  if (!hasPeople || readOnly || board.access !== 'own') return null;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={`${text}: ${board.title}`}
        onClick={() => setIsOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <LazyBoundary onFail={close}>
          <ShareBoardDialog board={board} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
