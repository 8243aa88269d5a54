import { call } from '~/api/call';
import type { Watchlist } from '~/api/types';
import ShareDialog from '~/widgets/ShareDialog/ShareDialog';

interface Props {
  list: Watchlist;
  onClose: () => void;
}

/** Chooses who else can read or change a list. */
export default function ShareListDialog({ list: { id, name, shares }, onClose }: Props) {
  return (
    <ShareDialog
      kind="watchlist"
      intro={`Notes and holdings in "${name}" are shared with it.`}
      shares={shares}
      save={(shares) => call('put', '/api/watchlists/{id}/shares', { path: { id }, payload: { shares } })}
      queryKey={['watchlists']}
      onClose={onClose}
    />
  );
}
