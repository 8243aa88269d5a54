import { economyQuery } from '~/api/queries';
import type { EconomicDate } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { ErrorState } from '~/components/ErrorState';
import { Panel } from '~/components/Panel';
import { BlockSkeleton, RowSkeletons } from '~/components/Skeletons';
import { DataTable } from '~/components/table/DataTable';
import { useMarketDay } from '~/live/useMarketDay';
import { type Day, EXCHANGE_ZONE, formatLongDay, US_DAYS } from '~/market/day';
import { formatTime } from '~/market/time';
import { CalendarTabs } from '~/widgets/Calendar/CalendarTabs';
import { CalendarColumns } from '~/widgets/MonthCalendar/CalendarColumns';
import { CalendarPanel } from '~/widgets/MonthCalendar/CalendarPanel';
import { JumpButtons } from '~/widgets/MonthCalendar/JumpButtons';
import { countPerDay } from '~/widgets/MonthCalendar/month';
import { NextDayLink } from '~/widgets/MonthCalendar/NextDayLink';
import { useChosenDay } from '~/widgets/MonthCalendar/useChosenDay';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { Subscribe } from '~/widgets/Subscribe/Subscribe';
import { COLUMNS, DAY_COLUMNS, lastMoveColumn, moveColumn } from './columns';
import { ahead, ON_SHOW, past } from './dates';
import classes from './EconomicCalendarPage.module.css';
import { ImpactMark } from './ImpactMark';
import { lastTime } from './moves';
import { ReleasesHelp } from './ReleasesHelp';
import { impactOf } from './releases';
import { SourcesPanel } from './SourcesPanel';
import { useIndexMoves } from './useIndexMoves';

/** How far the list of past releases looks back, in days. */
const PAST = 45;

/** Economic releases and central bank decisions: those of one day, and the next months. */
export default function EconomicCalendarPage() {
  const query = useQuery(economyQuery);
  const today = useMarketDay(US_DAYS);
  const { data } = query;
  return (
    <div className="container">
      <PageHead
        title="Economic Calendar"
        text="US statistics and rate decisions."
        figures={[
          { label: 'Next 7 days', value: data && today ? ahead(data, today, 7).length : '—' },
          { label: `Next ${ON_SHOW} days`, value: data && today ? ahead(data, today, ON_SHOW).length : '—' },
        ]}
      >
        <Subscribe feed="economy" />
      </PageHead>
      <CalendarTabs />
      {data && today ? (
        <Chosen dates={data} today={today} />
      ) : (
        <CalendarColumns
          pick={
            !query.isError && (
              <Panel label="Dates">
                <BlockSkeleton height={360} />
              </Panel>
            )
          }
          main={
            <Panel label="Economy">
              {query.isError ? (
                <ErrorState text="Couldn't load the releases." onRetry={() => query.refetch()} />
              ) : (
                <RowSkeletons rows={8} height={52} />
              )}
            </Panel>
          }
        />
      )}
    </div>
  );
}

function Chosen({ dates, today }: { dates: readonly EconomicDate[]; today: Day }) {
  const marks = countPerDay(dates.map(({ date }) => date));
  const [day, setDay] = useChosenDay(today, marks);
  const found = dates.filter(({ date }) => date === day);
  const coming = ahead(dates, today, ON_SHOW);
  const before = past(dates, today, PAST);
  const moves = useIndexMoves();
  const lastMove = lastMoveColumn(moves, (row) => lastTime(dates, row, today));
  return (
    <CalendarColumns
      pick={
        <CalendarPanel
          title="Dates"
          label="Day with releases"
          legend="Dots: number of releases, up to 3"
          day={day}
          today={today}
          marks={marks}
          countText={datesText}
          onDay={setDay}
          holidays
        />
      }
      main={
        <>
          <Panel title={formatLongDay(day)}>
            <div className={classes.found}>
              <p role="status">{found.length > 0 ? datesText(found.length) : 'No releases on this day.'}</p>
              <JumpButtons noun="release day" marks={marks} day={day} onDay={setDay} />
            </div>
            {found.length === 0 && <Next next={ahead(dates, day, 400)[0]} day={day} />}
            {found.length > 0 && (
              <DataTable
                label="Releases on this day"
                rows={found}
                columns={[...DAY_COLUMNS, day < today ? moveColumn(moves) : lastMove]}
                emptyText=""
              />
            )}
          </Panel>
          <Panel title={`Next ${ON_SHOW} days`} className={classes.dates}>
            <DataTable
              label={`Releases in the next ${ON_SHOW} days`}
              rows={coming}
              columns={[...COLUMNS, lastMove]}
              urlPrefix="next-"
              emptyText={`No releases in the next ${ON_SHOW} days.`}
            />
          </Panel>
          {before.length > 0 && (
            <Panel title={`Last ${PAST} days`} className={classes.dates}>
              <DataTable
                label={`Releases in the last ${PAST} days`}
                rows={before}
                columns={[...COLUMNS, moveColumn(moves)]}
                urlPrefix="past-"
                emptyText=""
              />
            </Panel>
          )}
        </>
      }
      rest={
        <>
          <ReleasesHelp />
          <SourcesPanel dates={dates} today={today} />
        </>
      }
    />
  );
}

function datesText(count: number): string {
  if (count === 0) return 'No dates';
  return count === 1 ? '1 release' : `${count} releases`;
}

/** The next release after a day without any. */
function Next({ next, day }: { next: EconomicDate | undefined; day: Day }) {
  if (!next) return null;
  return (
    <NextDayLink
      label="Next"
      name={next.name}
      about={<ImpactMark impact={impactOf(next)} />}
      day={next.date}
      at={next.at ? formatTime(next.at, EXCHANGE_ZONE) : undefined}
      from={day}
    />
  );
}
