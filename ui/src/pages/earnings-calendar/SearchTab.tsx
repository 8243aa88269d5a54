import { TextInput } from '@mantine/core';
import { Columns } from '~/components/Columns';
import { EmptyState } from '~/components/EmptyState';
import { Icon } from '~/components/Icon';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { useUrlText } from '~/hooks/useUrlChoice';
import classes from './EarningsCalendarPage.module.css';
import { EarningsPanel } from './EarningsPanel';
import { EventList } from './EventList';
import { matching } from './events';
import { ReadingHelp } from './ReadingHelp';
import type { Earnings, EarningsQuery } from './useEarnings';

/** EARN-05: reports by symbol or name; the search text is in the URL (`?q=`). */
export function SearchTab({ query }: { query: EarningsQuery }) {
  const [text, setText] = useUrlText('q');
  return (
    <Columns
      main={
        <EarningsPanel title="Search Earnings">
          <TextInput
            type="search"
            aria-label="Search by symbol or name"
            placeholder="Search by symbol or name"
            leftSection={<Icon name="search" size={16} />}
            className={classes.search ?? ''}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <QueryState
            query={query}
            skeleton={<RowSkeletons rows={4} height={68} />}
            errorText="Couldn't load the earnings."
          >
            {(earnings) => <Found earnings={earnings} text={text} />}
          </QueryState>
        </EarningsPanel>
      }
      rail={<ReadingHelp />}
    />
  );
}

function Found({ earnings: { events, today }, text }: { earnings: Earnings; text: string }) {
  if (!text.trim()) return <EmptyState text="Start typing to search for earnings" />;
  const found = matching(events, text);
  if (found.length === 0) return <EmptyState text={`No results found for "${text}"`} />;
  return <EventList label="Search results" events={found} today={today} days="each" hasLegend />;
}
