import { tickersForItemsQuery } from '~/api/queries';
import type { EarningsEvent } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Columns } from '~/components/Columns';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { inDisplayCurrency } from '~/market/displayCurrency';
import { formatMarketCap } from '~/market/format';
import { EarningsPanel } from './EarningsPanel';
import { EventList } from './EventList';
import { upcoming } from './events';
import { Largest } from './Largest';
import { ReadingHelp } from './ReadingHelp';
import type { EarningsQuery } from './useEarnings';

/** EARN-03: reports of the next seven days. */
export function UpcomingEarnings({ query }: { query: EarningsQuery }) {
  const { data } = query;
  const coming = data ? upcoming(data.events, data.today) : [];
  const file = data && { label: 'Upcoming earnings', rows: coming };
  const { data: tickers = [] } = useQuery(tickersForItemsQuery(coming));
  const tickerOf = ({ tickerId }: EarningsEvent) => tickers.find(({ id }) => id === tickerId);
  return (
    <Columns
      main={
        <EarningsPanel title="Upcoming Earnings" file={file}>
          <QueryState
            query={query}
            skeleton={<RowSkeletons rows={8} height={68} />}
            errorText="Couldn't load the earnings."
            isEmpty={({ events, today }) => upcoming(events, today).length === 0}
            emptyText="No upcoming earnings in the next 7 days"
          >
            {({ today }) => (
              <EventList
                label="Upcoming earnings"
                events={coming}
                today={today}
                days="headed"
                tickers={tickers}
              />
            )}
          </QueryState>
        </EarningsPanel>
      }
      rail={
        <>
          {data && (
            <Largest
              title="Largest companies"
              events={coming}
              today={data.today}
              sizeOf={(event) => {
                const ticker = tickerOf(event);
                return ticker && inDisplayCurrency(ticker, ticker.marketCap);
              }}
              shownOf={(event) => {
                const ticker = tickerOf(event);
                return ticker && formatMarketCap(ticker.marketCap, ticker);
              }}
            />
          )}
          <ReadingHelp />
        </>
      }
    />
  );
}
