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

/** Keeps a kiosk board up to date: reloads for a new version, and refetches after an outage. */
export default function KioskFrame({ name, reload = reloadPage }: Props) {
  const { isReachable } = useConnectivity();
  const isOutdated = useNewVersion();
  useRefetchAfterOutage();
  useChanges();
  useEffect(() => {
    // Does not reload while the server is unreachable, because an old board is better than an error page.
    if (isReachable && isOutdated) reload();
  }, [isReachable, isOutdated, reload]);
  return (
    <>
      <PageTitle title="Board" />
      <KioskPage name={name} />
    </>
  );
}

const reloadPage = () => location.reload();
