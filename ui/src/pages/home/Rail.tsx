import { icosQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { CountsPanel } from '~/widgets/Ico/CountsPanel';
import { Guides } from './Guides';
import classes from './HomePage.module.css';
import { LISTS } from './TickersAndIcos';

/** The rail: the guides, and ICO totals next to the ICO list, which is taller than the ticker list. */
export function Rail() {
  const [list] = useUrlChoice('list', LISTS);
  const isPhone = useIsPhone();
  return (
    <div className={classes.rail}>
      <Guides />
      {list === 'icos' && !isPhone && <IcoCounts />}
    </div>
  );
}

function IcoCounts() {
  const query = useQuery(icosQuery);
  return (
    <div className={classes.counts}>
      <CountsPanel query={query} />
    </div>
  );
}
