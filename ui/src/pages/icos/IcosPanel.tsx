import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Ico } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { FilterChips } from '~/components/FilterChips';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { ShowMore } from '~/components/table/ShowMore';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import { useMarketNow } from '~/live/useMarketNow';
import { IcoDetails } from '~/widgets/Ico/IcoDetails';
import { filterIcos, ICO_FILTERS, type IcoFilter } from '~/widgets/Ico/status';
import { NoSource } from '~/widgets/NoSource';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './IcosPage.module.css';
import { OfferingCard } from './OfferingCard';

const CSV_COLUMNS: readonly CsvColumn<Ico>[] = [
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'category', title: 'Category', value: ({ category }) => category },
  { key: 'status', title: 'Status', value: ({ status }) => status },
  { key: 'start', title: 'Start Date', value: ({ startDate }) => startDate },
  { key: 'end', title: 'End Date', value: ({ endDate }) => endDate },
  { key: 'target', title: 'Target', value: ({ targetAmount }) => targetAmount },
  { key: 'raised', title: 'Raised', value: ({ raisedAmount }) => raisedAmount },
];

interface Props {
  query: UseQueryResult<Ico[]>;
  /** The sidebar, around which the cards flow. */
  children: ReactNode;
}

/** The ICOs of a status, and the details of one of them (`?ico=SYMBOL`). */
export function IcosPanel({ query, children }: Props) {
  const [filter, setFilter] = useUrlChoice<IcoFilter>('status', ['all', 'upcoming', 'active', 'ended']);
  const [open, setOpen] = useUrlText('ico');
  const now = useMarketNow();
  const openIco = query.data?.find((ico) => ico.symbol === open);
  return (
    <Panel label="ICOs" className={classes.panel}>
      <div className={classes.controls}>
        <FilterChips label="ICO status" options={ICO_FILTERS} value={filter} onChange={setFilter} />
        <div className={classes.tools}>
          <SampleBadge shown={query.data?.some((ico) => ico.isSample) ?? false} />
          <CsvDownload label="ICOs" rows={filterIcos(query.data ?? [], filter)} columns={CSV_COLUMNS} />
        </div>
      </div>
      <div className={classes.layout}>
        <QueryState
          query={query}
          skeleton={<BlockSkeleton height={900} />}
          errorText="Couldn't load the ICOs."
        >
          {(all) => {
            const icos = filterIcos(all, filter);
            if (icos.length === 0) return <EmptyState text="No ICOs found for the selected filter." />;
            return <Cards key={filter} icos={icos} now={now} onDetails={setOpen} />;
          }}
        </QueryState>
        <aside className={classes.side}>{children}</aside>
      </div>
      <NoSource of="token offerings" list={query.data} />
      {openIco && <IcoDetails ico={openIco} now={now} onClose={() => setOpen('')} />}
    </Panel>
  );
}

/** Number of cards on a phone before 'Show More'. */
const PHONE_STEP = 8;

interface CardsProps {
  icos: readonly Ico[];
  now: number;
  onDetails: (symbol: string) => void;
}

function Cards({ icos, now, onDetails }: CardsProps) {
  const phone = useIsPhone();
  const [steps, setSteps] = useState(1);
  const count = phone ? steps * PHONE_STEP : icos.length;
  return (
    <>
      <ul className={classes.cards} aria-label="ICOs">
        {icos.slice(0, count).map((ico) => (
          <OfferingCard key={ico.id} ico={ico} now={now} onDetails={() => onDetails(ico.symbol)} />
        ))}
      </ul>
      <ShowMore remaining={icos.length - count} onClick={() => setSteps(steps + 1)} />
    </>
  );
}
