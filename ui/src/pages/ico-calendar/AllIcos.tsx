import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Ico } from '~/api/types';
import { ErrorState } from '~/components/ErrorState';
import { Panel } from '~/components/Panel';
import { BlockSkeleton, RowSkeletons } from '~/components/Skeletons';
import { useMarketDay } from '~/live/useMarketDay';
import type { Day } from '~/market/day';
import { filterIcos, type IcoFilter } from '~/widgets/Ico/status';
import { CalendarColumns } from '~/widgets/MonthCalendar/CalendarColumns';
import { useChosenDay } from '~/widgets/MonthCalendar/useChosenDay';
import { NoSource } from '~/widgets/NoSource';
import { DayPanel } from './DayPanel';
import { PickPanel } from './PickPanel';
import { startsPerDay } from './starts';
import { Timeline } from './Timeline';

interface Props {
  filter: IcoFilter;
  /** The choice of the status. */
  filters: ReactNode;
  query: UseQueryResult<Ico[]>;
  /** Shown below the calendar. */
  rest: ReactNode;
}

/** The calendar and the ICOs that start on the selected day. */
export function AllIcos({ query, filter, filters, rest }: Props) {
  const today = useMarketDay();
  if (query.data && today) return <Chosen icos={query.data} {...{ today, filter, filters, rest }} />;
  if (query.isError) return <Failed {...{ query, rest }} />;
  return (
    <CalendarColumns
      pick={
        <Panel label="Start dates">
          <BlockSkeleton height={420} />
        </Panel>
      }
      main={
        <Panel label="ICOs">
          <RowSkeletons rows={4} height={52} />
        </Panel>
      }
      rest={rest}
    />
  );
}

interface ChosenProps extends Omit<Props, 'query'> {
  icos: readonly Ico[];
  today: Day;
}

function Chosen({ icos, today, filter, filters, rest }: ChosenProps) {
  const [day, setDay] = useChosenDay(today, startsPerDay(icos));
  const filtered = filterIcos(icos, filter);
  return (
    <CalendarColumns
      pick={<PickPanel icos={filtered} today={today} day={day} onDay={setDay} />}
      main={
        <>
          <DayPanel icos={filtered} filter={filter} day={day} onDay={setDay}>
            <NoSource of="token offerings" list={icos} />
          </DayPanel>
          <Timeline icos={filtered} day={day} today={today} filters={filters} onDay={setDay} />
        </>
      }
      rest={rest}
    />
  );
}

function Failed({ query, rest }: Pick<Props, 'query' | 'rest'>) {
  const failed = (
    <Panel label="ICOs">
      <ErrorState text="Couldn't load the ICOs." onRetry={() => query.refetch()} />
    </Panel>
  );
  return <CalendarColumns pick={null} main={failed} rest={rest} />;
}
