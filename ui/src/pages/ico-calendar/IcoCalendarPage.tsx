import { icosQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Columns } from '~/components/Columns';
import { FilterChips } from '~/components/FilterChips';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import { useMarketNow } from '~/live/useMarketNow';
import { CalendarTabs } from '~/widgets/Calendar/CalendarTabs';
import { CountsPanel } from '~/widgets/Ico/CountsPanel';
import { IcoDetails } from '~/widgets/Ico/IcoDetails';
import { ICO_FILTERS, type IcoFilter } from '~/widgets/Ico/status';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { Subscribe } from '~/widgets/Subscribe/Subscribe';
import { ActivePanel } from './ActivePanel';
import { AllIcos } from './AllIcos';
import { Spotlight } from './Spotlight';
import { TipsCard } from './TipsCard';
import { Upcoming } from './Upcoming';

type Tab = 'all' | 'upcoming' | 'spotlight';
const TABS = [
  { value: 'all', label: 'All ICOs' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'spotlight', label: 'Spotlight' },
] as const satisfies readonly { value: Tab; label: string }[];

/** ICOC-01: the ICO calendar. Refetches periodically, because the status of an ICO depends on the time. */
export default function IcoCalendarPage() {
  const query = useQuery(icosQuery);
  const [tab, setTab] = useUrlChoice<Tab>('tab', ['all', 'upcoming', 'spotlight'], 'push');
  const [filter, setFilter] = useUrlChoice<IcoFilter>('status', ['all', 'upcoming', 'active', 'ended']);
  const [open, setOpen] = useUrlText('ico');
  const now = useMarketNow();
  const openIco = query.data?.find((ico) => ico.symbol === open);
  const counts = <CountsPanel query={query} />;
  return (
    <div className="container">
      <PageHead title="ICO Calendar" text="Past, current and upcoming token offerings by date.">
        <Subscribe feed="icos" />
      </PageHead>
      <CalendarTabs>
        <TabSwitch id="icos" label="ICO views" tabs={TABS} value={tab} onChange={setTab} />
      </CalendarTabs>
      <div {...tabPanel('icos', tab)}>
        {tab === 'all' && (
          <AllIcos
            query={query}
            filter={filter}
            filters={
              <FilterChips
                label="ICO status"
                options={ICO_FILTERS}
                value={filter}
                onChange={setFilter}
                dense
              />
            }
            rest={
              <>
                {counts}
                <ActivePanel icos={query.data} now={now} />
              </>
            }
          />
        )}
        {tab === 'upcoming' && <Columns main={<Upcoming query={query} />} rail={counts} />}
        {tab === 'spotlight' && (
          <Columns
            main={<Spotlight query={query} />}
            rail={
              <>
                <TipsCard />
                {counts}
              </>
            }
          />
        )}
      </div>
      {openIco && <IcoDetails ico={openIco} now={now} onClose={() => setOpen('')} />}
    </div>
  );
}
