import { EmptyState } from '~/components/EmptyState';
import { ErrorState } from '~/components/ErrorState';
import { Panel } from '~/components/Panel';
import { PanelActions } from '~/components/PanelActions';
import { BlockSkeleton, RowSkeletons } from '~/components/Skeletons';
import { type Day, formatLongDay, formatWeekdayName } from '~/market/day';
import { CalendarColumns } from '~/widgets/MonthCalendar/CalendarColumns';
import { CalendarPanel } from '~/widgets/MonthCalendar/CalendarPanel';
import { JumpButtons } from '~/widgets/MonthCalendar/JumpButtons';
import { nearestMarks } from '~/widgets/MonthCalendar/month';
import { useChosenDay } from '~/widgets/MonthCalendar/useChosenDay';
import classes from './EarningsCalendarPage.module.css';
import { EarningsPanel } from './EarningsPanel';
import { EventList } from './EventList';
import { eventsOn, eventsPerDay } from './events';
import { ReadingHelp } from './ReadingHelp';
import { RestOfWeek } from './RestOfWeek';
import type { Earnings, EarningsQuery } from './useEarnings';
import { useUpcomingTickers } from './useUpcomingTickers';

/** If a day has at most this many reports, the rest of its week is shown too. */
const FEW_ROWS = 4;

/** EARN-02: a calendar of report dates, and the reports of the selected day. */
export function CalendarView({ query }: { query: EarningsQuery }) {
  if (query.data) return <Chosen earnings={query.data} />;
  if (query.isError) {
    const failed = (
      <Panel label="Earnings">
        <ErrorState text="Couldn't load the earnings." onRetry={() => query.refetch()} />
      </Panel>
    );
    return <CalendarColumns pick={null} main={failed} rest={<ReadingHelp />} />;
  }
  return (
    <CalendarColumns
      pick={
        <Panel label="Report dates">
          <BlockSkeleton height={360} />
        </Panel>
      }
      main={
        <Panel label="Earnings">
          <RowSkeletons rows={5} height={68} />
        </Panel>
      }
      rest={<ReadingHelp />}
    />
  );
}

function Chosen({ earnings }: { earnings: Earnings }) {
  const { events, today } = earnings;
  const marks = eventsPerDay(events);
  const [day, setDay] = useChosenDay(today, marks);
  const found = eventsOn(events, day);
  const tickers = useUpcomingTickers(found, today);
  return (
    <CalendarColumns
      pick={
        <CalendarPanel
          title="Report dates"
          label="Report date"
          legend="One dot per report; three dots mean three or more"
          day={day}
          today={today}
          marks={marks}
          countText={reportsText}
          onDay={setDay}
          holidays
        />
      }
      main={
        <>
          <EarningsPanel title={formatLongDay(day)} file={{ label: 'Reports on this day', rows: found }}>
            <PanelActions>
              <div className={classes.controls}>
                <p role="status">{found.length > 0 && reportsText(found.length)}</p>
                <JumpButtons noun="report date" marks={marks} day={day} onDay={setDay} />
              </div>
            </PanelActions>
            {isNextAfterEmpty(marks, today, day) && (
              <p className={classes.skipped}>No reports on {formatWeekdayName(today)}</p>
            )}
            {found.length > 0 ? (
              <EventList
                label="Reports on this day"
                hasLegend
                events={found}
                today={today}
                {...(tickers && { tickers })}
              />
            ) : (
              <EmptyState text="No earnings announcements for this date" low />
            )}
          </EarningsPanel>
          {found.length <= FEW_ROWS && <RestOfWeek events={events} day={day} today={today} />}
        </>
      }
      rest={<ReadingHelp />}
    />
  );
}

/** True if today has no reports and `day` is the next one that has some, on which the calendar opens. */
const isNextAfterEmpty = (marks: ReadonlyMap<Day, number>, today: Day, day: Day): boolean =>
  !marks.has(today) && nearestMarks(marks, today).next === day;

function reportsText(count: number): string {
  if (count === 0) return 'no reports';
  return count === 1 ? '1 report' : `${count} reports`;
}
