import { dividendCalendarQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { ErrorState } from '~/components/ErrorState';
import { Panel } from '~/components/Panel';
import { BlockSkeleton, RowSkeletons } from '~/components/Skeletons';
import { DataTable } from '~/components/table/DataTable';
import { useMarketDay } from '~/live/useMarketDay';
import { type Day, formatLongDay, US_DAYS } from '~/market/day';
import { CalendarTabs } from '~/widgets/Calendar/CalendarTabs';
import { useOwnFilter } from '~/widgets/Calendar/useOwnFilter';
import { CalendarColumns } from '~/widgets/MonthCalendar/CalendarColumns';
import { CalendarPanel } from '~/widgets/MonthCalendar/CalendarPanel';
import { JumpButtons } from '~/widgets/MonthCalendar/JumpButtons';
import { useChosenDay } from '~/widgets/MonthCalendar/useChosenDay';
import { NoSource } from '~/widgets/NoSource';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { SampleBadge } from '~/widgets/SampleBadge';
import { Subscribe } from '~/widgets/Subscribe/Subscribe';
import { DAY_COLUMNS, LIST_COLUMNS } from './columns';
import classes from './DividendCalendarPage.module.css';
import { HighestYields } from './HighestYields';
import { ahead, ON_SHOW, onDay, type Payments, perDay } from './payments';
import { ReadingHelp } from './ReadingHelp';

/** Initial number of upcoming rows. */
const STEP = 12;

/** Ex-dividend dates of all tickers: those of one day, and the next month. Refetches periodically. */
export default function DividendCalendarPage() {
  const query = useQuery(dividendCalendarQuery);
  const today = useMarketDay(US_DAYS);
  const { data } = query;
  const { own, isOwn, isOn, chips } = useOwnFilter();
  const within = (days: number) => (data && today ? ahead(data, today, days) : undefined);
  return (
    <div className="container">
      <PageHead
        title="Dividend Calendar"
        text="Past and upcoming ex-dividend dates."
        figures={[
          { label: 'Next 7 days', value: within(7)?.length ?? '—' },
          { label: `Next ${ON_SHOW} days`, value: within(ON_SHOW)?.length ?? '—' },
          { label: `On my lists, ${ON_SHOW} days`, value: within(ON_SHOW)?.filter(isOwn).length ?? '—' },
        ]}
      >
        <Subscribe feed="dividends" />
      </PageHead>
      <CalendarTabs>{chips}</CalendarTabs>
      {data && today ? (
        <Chosen all={data} payments={own(data, ({ exDate }) => exDate)} today={today} isOn={isOn} />
      ) : (
        <CalendarColumns
          pick={
            !query.isError && (
              <Panel label="Ex-dividend dates">
                <BlockSkeleton height={360} />
              </Panel>
            )
          }
          main={
            <Panel label="Dividends">
              {query.isError ? (
                <ErrorState text="Couldn't load the dividends." onRetry={() => query.refetch()} />
              ) : (
                <RowSkeletons rows={8} height={52} />
              )}
            </Panel>
          }
          rest={<ReadingHelp />}
        />
      )}
    </div>
  );
}

interface ChosenProps {
  all: Payments;
  /** Of all tickers or of the user's lists. */
  payments: Payments;
  today: Day;
  isOn: boolean;
}

function Chosen({ all, payments, today, isOn }: ChosenProps) {
  const marks = perDay(payments);
  const [day, setDay] = useChosenDay(today, marks);
  const found = onDay(payments, day);
  const coming = ahead(payments, today, ON_SHOW);
  // The selected day's payments are shown above.
  const others = coming.filter(({ exDate }) => exDate !== day);
  const badge = <SampleBadge shown={all.some(({ isSample }) => isSample)} />;
  const mine = isOn ? ' on your lists' : '';
  const nothing = `No ex-dividend dates${mine} on this day.`;
  return (
    <CalendarColumns
      pick={
        <CalendarPanel
          title="Ex-dividend dates"
          label="Ex-dividend day"
          legend="Up to 3 dots: number of payers"
          day={day}
          today={today}
          marks={marks}
          countText={payersText}
          onDay={setDay}
          holidays
        />
      }
      main={
        <>
          <Panel title={formatLongDay(day)} aside={badge}>
            <div className={classes.found}>
              <p role="status">{found.length > 0 ? payersText(found.length) : nothing}</p>
              <JumpButtons noun="ex-dividend day" marks={marks} day={day} onDay={setDay} />
            </div>
            {found.length > 0 && (
              <DataTable
                label="Dividends on this day"
                rows={found}
                columns={DAY_COLUMNS}
                emptyText={nothing}
              />
            )}
          </Panel>
          <Panel title={`${others.length < coming.length ? 'Also in the next' : 'Next'} ${ON_SHOW} days`}>
            <DataTable
              label={`Dividends in the next ${ON_SHOW} days`}
              rows={others}
              columns={LIST_COLUMNS}
              urlPrefix="next-"
              emptyText={`No ex-dividend dates${mine} in the next ${ON_SHOW} days.`}
              step={STEP}
            />
            <NoSource of="dividends" list={all} />
          </Panel>
        </>
      }
      rest={
        <>
          <HighestYields payments={coming} today={today} />
          <ReadingHelp />
        </>
      }
    />
  );
}

function payersText(count: number): string {
  if (count === 0) return 'Nothing goes ex-dividend';
  return count === 1 ? '1 goes ex-dividend' : `${count} go ex-dividend`;
}
