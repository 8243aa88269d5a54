import type { ReactNode } from 'react';
import type { Ico } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { PanelActions } from '~/components/PanelActions';
import { type Day, dayOf, formatDay } from '~/market/day';
import type { IcoFilter } from '~/widgets/Ico/status';
import { JumpButtons } from '~/widgets/MonthCalendar/JumpButtons';
import { NextDayLink } from '~/widgets/MonthCalendar/NextDayLink';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './IcoCalendarPage.module.css';
import { IcoTable } from './IcoTable';
import { startingOn, startsPerDay } from './starts';

interface Props {
  /** ICOs of the chosen status. */
  icos: readonly Ico[];
  filter: IcoFilter;
  day: Day;
  onDay: (day: Day) => void;
  /** Shown below the list. */
  children: ReactNode;
}

/** ICOC-02: ICOs that start on the selected day. */
export function DayPanel({ icos, filter, day, onDay, children }: Props) {
  const found = startingOn(icos, day);
  const kind = filter === 'all' ? 'ICO' : `${filter} ICO`;
  return (
    <Panel
      title={`ICOs on ${formatDay(day)}`}
      aside={<SampleBadge shown={icos.some((ico) => ico.isSample)} />}
    >
      <PanelActions>
        <div className={classes.found}>
          <p role="status">{found.length === 1 ? '1 ICO' : `${found.length} ICOs`} found</p>
          <JumpButtons noun="start date" marks={startsPerDay(icos)} day={day} onDay={onDay} />
        </div>
      </PanelActions>
      {found.length > 0 ? <IcoTable icos={found} /> : <Next icos={icos} day={day} />}
      {icos.length === 0 && <EmptyState low text={`No ${kind} to show.`} />}
      {children}
    </Panel>
  );
}

/** The next ICO start after a day without any. */
function Next({ icos, day }: { icos: readonly Ico[]; day: Day }) {
  const next = icos
    .filter(({ startDate }) => dayOf(startDate) > day)
    .sort((a, b) => a.startDate.localeCompare(b.startDate))[0];
  if (!next) return null;
  const { name, category, startDate } = next;
  return <NextDayLink label="Next start" name={name} about={category} day={dayOf(startDate)} from={day} />;
}
