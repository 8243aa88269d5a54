import { useHasPeople } from '~/widgets/useReadOnly';
import { TileText } from './TileFrame';

/** The text of a tile whose watchlist can't be read. */
export function MissingList() {
  const hasPeople = useHasPeople();
  return (
    <TileText>
      {hasPeople ? "This watchlist was deleted, or isn't shared with you." : 'This watchlist was deleted.'}
    </TileText>
  );
}
