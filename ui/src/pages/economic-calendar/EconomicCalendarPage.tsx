import { economyQuery } from '~/api/queries';
import type { EconomicDate } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { ErrorState } from '~/components/ErrorState';
import { MountWhenVisible } from '~/components/MountWhenVisible';
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
import { SampleBadge } from '~/widgets/SampleBadge';
import { Subscribe } from '~/widgets/Subscribe/Subscribe';
import { YieldCurvePanel } from '~/widgets/YieldCurve/YieldCurvePanel';
import { COLUMNS, DAY_COLUMNS, lastMoveColumn, moveColumn, PREVIOUS, RESULTS } from './columns';
import { ahead, past, UPCOMING_DAYS } from './dates';
import classes from './EconomicCalendarPage.module.css';
import { ImpactMark } from './ImpactMark';
import { previousDate } from './moves';
import { ReleasesHelp } from './ReleasesHelp';
import { impactOf } from './releases';
import { hasSimulated } from './results';
import { SourcesPanel } from './SourcesPanel';
import { useIndexMoves } from './useIndexMoves';

/** Length of the list of past releases in days. */
const PAST_DAYS = 45;

/** Economic releases and central bank decisions: one day's, and the next months'. */
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
          {
            label: `Next ${UPCOMING_DAYS} days`,
            value: data && today ? ahead(data, today, UPCOMING_DAYS).length : '—',
          },
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
  const upcoming = ahead(dates, today, UPCOMING_DAYS);
  const pastReleases = past(dates, today, PAST_DAYS);
  const moves = useIndexMoves();
  const lastMove = lastMoveColumn(moves, (row) => previousDate(dates, row, today));
  return (
    <CalendarColumns
      pick={
        <CalendarPanel
          title="Dates"
          label="Day with releases"
          legend="One dot per release; three dots mean three or more"
          day={day}
          today={today}
          marks={marks}
          countText={releasesText}
          onDay={setDay}
          holidays
        />
      }
      main={
        <>
          <Panel title={formatLongDay(day)} aside={<SampleBadge shown={hasSimulated(found)} />}>
            <div className={classes.found}>
              <p role="status">
                {found.length > 0 ? releasesText(found.length) : 'No releases on this day.'}
              </p>
              <JumpButtons noun="release day" marks={marks} day={day} onDay={setDay} />
            </div>
            {found.length === 0 && <Next next={ahead(dates, day, 400)[0]} day={day} />}
            {found.length > 0 && (
              <DataTable
                label="Releases on this day"
                rows={found}
                columns={[...DAY_COLUMNS, RESULTS, day < today ? moveColumn(moves) : lastMove]}
                emptyText=""
              />
            )}
          </Panel>
          <Panel
            title={`Next ${UPCOMING_DAYS} days`}
            className={classes.dates}
            aside={<SampleBadge shown={hasSimulated(upcoming)} />}
          >
            <DataTable
              label={`Releases in the next ${UPCOMING_DAYS} days`}
              rows={upcoming}
              columns={[...COLUMNS, PREVIOUS, lastMove]}
              urlPrefix="next-"
              emptyText={`No releases in the next ${UPCOMING_DAYS} days.`}
            />
          </Panel>
          {pastReleases.length > 0 && (
            <Panel
              title={`Last ${PAST_DAYS} days`}
              className={classes.dates}
              aside={<SampleBadge shown={hasSimulated(pastReleases)} />}
            >
              <DataTable
                label={`Releases in the last ${PAST_DAYS} days`}
                rows={pastReleases}
                columns={[...COLUMNS, RESULTS, moveColumn(moves)]}
                urlPrefix="past-"
                emptyText=""
              />
            </Panel>
          )}
        </>
      }
      rest={
        <>
          <MountWhenVisible waiting={null}>
            <YieldCurvePanel />
          </MountWhenVisible>
          <ReleasesHelp />
          <SourcesPanel dates={dates} today={today} />
        </>
      }
    />
  );
}

function releasesText(count: number): string {
  if (count === 0) return 'No releases';
  return count === 1 ? '1 release' : `${count} releases`;
}

/** The next release after a day without any. */
function Next({ next, day }: { next: EconomicDate | undefined; day: Day }) {
  if (!next) return null;
  return (
    <NextDayLink
      label="Next release"
      name={next.name}
      about={<ImpactMark impact={impactOf(next)} />}
      day={next.date}
      at={next.at ? formatTime(next.at, EXCHANGE_ZONE) : undefined}
      from={day}
    />
  );
}
