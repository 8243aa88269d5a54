import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { TileText } from './TileFrame';

/** The text of a tile whose watchlist can't be read. */
export function MissingList() {
  const hasPeople = Boolean(useQuery(configQuery).data?.person);
  return (
    <TileText>
      {hasPeople ? "This watchlist was deleted, or isn't shared with you." : 'This watchlist was deleted.'}
    </TileText>
  );
}
