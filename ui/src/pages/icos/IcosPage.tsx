import { icosQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { CountsPanel } from '~/widgets/Ico/CountsPanel';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { IcosPanel } from './IcosPanel';
import { WhatIsAnIco } from './WhatIsAnIco';

/** ICOS-01: the ICO list. Refetches periodically, because the status of an ICO depends on the time. */
export default function IcosPage() {
  const query = useQuery(icosQuery);
  return (
    <div className="container">
      <PageHead title="Initial Coin Offerings" text="Upcoming, active and ended token sales." />
      <IcosPanel query={query}>
        <WhatIsAnIco />
        <CountsPanel query={query} />
      </IcosPanel>
    </div>
  );
}
