import { useEffect } from 'react';
import KioskPage from '~/pages/board/KioskPage';
import { useConnectivity } from '~/state/connectivity';
import { PageTitle } from '../PageTitle';
import { useChanges } from '../useChanges';
import { useNewVersion } from '../useNewVersion';
import { useRefetchAfterOutage } from '../useRefetchAfterOutage';

interface Props {
  name: string;
  reload?: () => void;
}

/** What a board on a wall needs of the app: the new version as soon as there is one, and what it missed after an outage. */
export default function KioskFrame({ name, reload = reloadPage }: Props) {
  const { reachable } = useConnectivity();
  const outdated = useNewVersion();
  useRefetchAfterOutage();
  useChanges();
  useEffect(() => {
    // Not while nobody answers: the picture that is there is better than none.
    if (reachable && outdated) reload();
  }, [reachable, outdated, reload]);
  return (
    <>
      <PageTitle title="Board" />
      <KioskPage name={name} />
    </>
  );
}

const reloadPage = () => location.reload();
