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
import { ahead, onDay, type Payments, perDay, UPCOMING_DAYS } from './payments';
import { ReadingHelp } from './ReadingHelp';

/** Initial number of upcoming rows. */
const STEP = 12;

/** Ex-dividend dates of all tickers: one day's, and the next month's. Refetches periodically. */
export default function DividendCalendarPage() {
  const query = useQuery(dividendCalendarQuery);
  const today = useMarketDay(US_DAYS);
  const { data } = query;
  const { own, isOwn, isOwnOnly, chips } = useOwnFilter();
  const within = (days: number) => (data && today ? ahead(data, today, days) : undefined);
  return (
    <div className="container">
      <PageHead
        title="Dividend Calendar"
        text="Past and upcoming ex-dividend dates."
        figures={[
          { label: 'Next 7 days', value: within(7)?.length ?? '—' },
          { label: `Next ${UPCOMING_DAYS} days`, value: within(UPCOMING_DAYS)?.length ?? '—' },
          {
            label: `On my lists, ${UPCOMING_DAYS} days`,
            value: within(UPCOMING_DAYS)?.filter(isOwn).length ?? '—',
          },
        ]}
      >
        <Subscribe feed="dividends" />
      </PageHead>
      <CalendarTabs>{chips}</CalendarTabs>
      {data && today ? (
        <Chosen
          allPayments={data}
          payments={own(data, ({ exDate }) => exDate)}
          today={today}
          isOwnOnly={isOwnOnly}
        />
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
  allPayments: Payments;
  /** The payments of all tickers, or only of tickers on the user's lists. */
  payments: Payments;
  today: Day;
  isOwnOnly: boolean;
}

function Chosen({ allPayments, payments, today, isOwnOnly }: ChosenProps) {
  const marks = perDay(payments);
  const [day, setDay] = useChosenDay(today, marks);
  const found = onDay(payments, day);
  const upcoming = ahead(payments, today, UPCOMING_DAYS);
  // The selected day's payments are shown above.
  const others = upcoming.filter(({ exDate }) => exDate !== day);
  const badge = <SampleBadge shown={allPayments.some(({ isSample }) => isSample)} />;
  const scope = isOwnOnly ? ' on your lists' : '';
  const emptyText = `No ex-dividend dates${scope} on this day.`;
  return (
    <CalendarColumns
      pick={
        <CalendarPanel
          title="Ex-dividend dates"
          label="Ex-dividend day"
          legend="One dot per payer; three dots mean three or more"
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
              <p role="status">{found.length > 0 ? payersText(found.length) : emptyText}</p>
              <JumpButtons noun="ex-dividend day" marks={marks} day={day} onDay={setDay} />
            </div>
            {found.length > 0 && (
              <DataTable
                label="Dividends on this day"
                rows={found}
                columns={DAY_COLUMNS}
                emptyText={emptyText}
              />
            )}
          </Panel>
          <Panel
            title={`${others.length < upcoming.length ? 'Also in the next' : 'Next'} ${UPCOMING_DAYS} days`}
          >
            <DataTable
              label={`Dividends in the next ${UPCOMING_DAYS} days`}
              rows={others}
              columns={LIST_COLUMNS}
              urlPrefix="next-"
              emptyText={`No ex-dividend dates${scope} in the next ${UPCOMING_DAYS} days.`}
              step={STEP}
            />
            <NoSource of="dividends" list={allPayments} />
          </Panel>
        </>
      }
      rest={
        <>
          <HighestYields payments={upcoming} today={today} />
          <ReadingHelp />
        </>
      }
    />
  );
}

function payersText(count: number): string {
  if (count === 0) return 'No ticker goes ex-dividend';
  return count === 1 ? '1 ticker goes ex-dividend' : `${count} tickers go ex-dividend`;
}
