import { ErrorBoundary } from '~/components/ErrorBoundary';
import { FilterChips } from '~/components/FilterChips';
import { ActionRow } from '~/components/PanelActions';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useUrlChange, useUrlChoice } from '~/hooks/useUrlChoice';
import { ICO_FILTERS, type IcoFilter } from '~/widgets/Ico/status';
import { Icos } from './Icos';
import { TRENDING_FILTERS, type TrendingFilter } from './rows';
import classes from './TickersAndIcos.module.css';
import { Trending } from './Trending';

const TABS = [
  { value: 'trending', label: 'Trending Tickers' },
  { value: 'icos', label: 'Latest ICOs' },
] as const;
/** The lists by their names in the URL. */
export const LISTS = ['trending', 'icos'] as const;
const ID = 'home-lists';

/** HOME-05: tabs for trending tickers and the latest ICOs, each with its filter. */
export function TickersAndIcos() {
  const [tab] = useUrlChoice('list', LISTS);
  const change = useUrlChange('push');
  const [trendingFilter, setTrendingFilter] = useUrlChoice<TrendingFilter>('type', [
    'all',
    'stock',
    'etf',
    'crypto',
  ]);
  const [icoFilter, setIcoFilter] = useUrlChoice<IcoFilter>('status', ['all', 'upcoming', 'active', 'ended']);
  // URL parameters of one list don't apply to the other.
  const open = (next: string) => change({ list: next === 'trending' ? '' : next, type: '', status: '' });
  return (
    <section className={classes.card} aria-label="Tickers and ICOs">
      <ActionRow
        className={classes.controls}
        controls={
          <>
            <TabSwitch id={ID} label="Lists" tabs={TABS} value={tab} onChange={open} />
            {tab === 'trending' ? (
              <FilterChips
                label="Type of ticker"
                options={TRENDING_FILTERS}
                value={trendingFilter}
                onChange={setTrendingFilter}
              />
            ) : (
              <FilterChips
                label="ICO status"
                options={ICO_FILTERS}
                value={icoFilter}
                onChange={setIcoFilter}
              />
            )}
          </>
        }
      >
        <div {...tabPanel(ID, tab)} className={classes.panel}>
          <ErrorBoundary>
            {tab === 'trending' ? (
              <Trending key={trendingFilter} filter={trendingFilter} />
            ) : (
              <Icos filter={icoFilter} />
            )}
          </ErrorBoundary>
        </div>
      </ActionRow>
    </section>
  );
}
