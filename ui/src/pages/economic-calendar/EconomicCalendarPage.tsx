import { economyQuery } from '~/api/queries';
import type { EconomicDate } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { ErrorState } from '~/components/ErrorState';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { Panel } from '~/components/Panel';
import { BlockSkeleton, RowSkeletons } from '~/components/Skeletons';
import { CsvBar } from '~/components/table/CsvBar';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useMarketDay } from '~/live/useMarketDay';
import { type Day, formatLongDay, US_DAYS } from '~/market/day';
import { CalendarTabs } from '~/widgets/Calendar/CalendarTabs';
import { CalendarColumns } from '~/widgets/MonthCalendar/CalendarColumns';
import { CalendarPanel } from '~/widgets/MonthCalendar/CalendarPanel';
import { JumpButtons } from '~/widgets/MonthCalendar/JumpButtons';
import { countPerDay } from '~/widgets/MonthCalendar/month';
import { useChosenDay } from '~/widgets/MonthCalendar/useChosenDay';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { SampleBadge } from '~/widgets/SampleBadge';
import { Subscribe } from '~/widgets/Subscribe/Subscribe';
import { YieldCurvePanel } from '~/widgets/YieldCurve/YieldCurvePanel';
import { Agenda } from './Agenda';
import { ahead, past, UPCOMING_DAYS } from './dates';
import classes from './EconomicCalendarPage.module.css';
import { ImpactLegend } from './ImpactMark';
import { CSV_COLUMNS, csvLinesOf, reactionOf } from './lines';
import { ReleasesHelp } from './ReleasesHelp';
import { hasSimulated } from './results';
import { SourcesPanel } from './SourcesPanel';
import { useIndexMoves } from './useIndexMoves';

/** Economic releases and central bank decisions as an agenda, from the chosen day on. */
export default function EconomicCalendarPage() {
  const query = useQuery(economyQuery);
  const today = useMarketDay(US_DAYS);
  const { data } = query;
  return (
    <div className="container">
      <PageHead title="Economic Calendar" text="US statistics and rate decisions.">
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
  const [upcoming, earlier] = [ahead(dates, day), past(dates, day)];
  const shown = [...upcoming, ...earlier].flatMap(({ releases }) => releases);
  const moves = useIndexMoves();
  const isPhone = useIsPhone();
  const reaction = (release: EconomicDate) => reactionOf(release, dates, moves, today);
  return (
    <CalendarColumns
      isNarrow
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
        <Panel title="Releases" aside={<SampleBadge shown={hasSimulated(shown)} />}>
          {!isPhone && (
            <CsvBar
              label="Economic releases"
              rows={shown.flatMap((release) => csvLinesOf(release, reaction(release)))}
              columns={CSV_COLUMNS}
            />
          )}
          <div className={classes.found}>
            <p role="status" data-found={marks.has(day) || undefined}>
              {marks.has(day) ? `From ${formatLongDay(day)}` : 'No releases on this day.'}
            </p>
            <JumpButtons noun="release day" marks={marks} day={day} onDay={setDay} />
          </div>
          {upcoming.length === 0 && <EmptyState text={`No releases in the next ${UPCOMING_DAYS} days.`} />}
          {shown.length > 0 && (
            <>
              <ImpactLegend />
              <Agenda today={today} ahead={upcoming} past={earlier} reactionOf={reaction} />
            </>
          )}
        </Panel>
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
