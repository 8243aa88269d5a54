import { icosQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { CountsPanel } from '~/widgets/Ico/CountsPanel';
import { Guides } from './Guides';
import classes from './Introduction.module.css';
import { LISTS } from './TickersAndIcos';

/** The rail: the guides, and ICO totals next to the ICO list, which is taller than the ticker list. */
export function Rail() {
  return (
    <div className={classes.rail}>
      <Guides />
      <IcoCounts />
    </div>
  );
}

/** ICO totals while the ICO list is chosen, except on a phone. */
export function IcoCounts() {
  const [list] = useUrlChoice('list', LISTS);
  const isPhone = useIsPhone();
  return list === 'icos' && !isPhone ? <Counts /> : null;
}

function Counts() {
  const query = useQuery(icosQuery);
  return (
    <div className={classes.counts}>
      <CountsPanel query={query} />
    </div>
  );
}
