import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { CalendarTabs } from '~/widgets/Calendar/CalendarTabs';
import { useOwnFilter } from '~/widgets/Calendar/useOwnFilter';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { Subscribe } from '~/widgets/Subscribe/Subscribe';
import { CalendarView } from './CalendarView';
import { outcomeOf, recent, upcoming } from './events';
import { RecentResults } from './RecentResults';
import { SearchTab } from './SearchTab';
import { UpcomingEarnings } from './UpcomingEarnings';
import { type EarningsQuery, useEarnings } from './useEarnings';

type Tab = 'calendar' | 'upcoming' | 'recent' | 'search';
const TABS = [
  { value: 'calendar', label: 'Calendar View' },
  { value: 'upcoming', label: 'Upcoming Earnings (Next 7 Days)' },
  { value: 'recent', label: 'Recent Results (Last 7 Days)' },
  { value: 'search', label: 'Search' },
] as const satisfies readonly { value: Tab; label: string }[];

/** EARN-01: earnings dates, estimates and results. Refetches periodically, for new results and the next day. */
export default function EarningsCalendarPage() {
  const all = useEarnings();
  const { own, chips } = useOwnFilter();
  const query = all.data
    ? { ...all, data: { ...all.data, events: own(all.data.events, ({ date }) => date) } }
    : all;
  const [tab, setTab] = useUrlChoice<Tab>('tab', ['calendar', 'upcoming', 'recent', 'search'], 'push');
  return (
    <div className="container">
      <Head query={all} />
      <CalendarTabs>
        <TabSwitch id="earnings" label="Earnings views" tabs={TABS} value={tab} onChange={setTab} />
        {chips}
      </CalendarTabs>
      <div {...tabPanel('earnings', tab)}>
        {tab === 'calendar' && <CalendarView query={query} />}
        {tab === 'upcoming' && <UpcomingEarnings query={query} />}
        {tab === 'recent' && <RecentResults query={query} />}
        {tab === 'search' && <SearchTab query={query} />}
      </div>
    </div>
  );
}

function Head({ query: { data } }: { query: EarningsQuery }) {
  const count = (word: string) =>
    data && recent(data.events, data.today).filter((event) => outcomeOf(event, data.today) === word).length;
  return (
    <PageHead
      title="Earnings Calendar"
      text="Dates, estimates and results."
      figures={[
        { label: 'Next 7 days', value: data ? upcoming(data.events, data.today).length : '—' },
        { label: 'Beat, last 7 days', value: <span className="up">{count('Beat') ?? '—'}</span> },
        { label: 'Missed, last 7 days', value: <span className="down">{count('Missed') ?? '—'}</span> },
      ]}
    >
      <Subscribe feed="earnings" />
    </PageHead>
  );
}
