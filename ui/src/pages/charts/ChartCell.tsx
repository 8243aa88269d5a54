import { memo, useMemo } from 'react';
import { isNotFound } from '~/api/client';
import { pollFasterWhileEmpty, tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { ErrorState } from '~/components/ErrorState';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { Popup } from '~/components/layer/Popup';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Tooltip } from '~/components/layer/Tooltip';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { BlockSkeleton } from '~/components/Skeletons';
import { ParameterScopeContext } from '~/hooks/useUrlChoice';
import { paths } from '~/paths';
import { LivePrice } from '~/widgets/LivePrice';
import { CompactChart } from '~/widgets/PriceChart/CompactChart';
import classes from './ChartCell.module.css';
import type { LayoutChart } from './layout';

const CellSearch = retryingLazy(() => import('./CellSearch'));

const MINUTE = 60_000;

/** The actions of a chart on its layout; `index` is the index of the chart. */
export interface CellActions {
  activate: (index: number) => void;
  show: (index: number, symbol: string) => void;
  setSettings: (index: number, changes: Record<string, string>) => void;
  /** Opens the search of a chart, or closes it. */
  search: (index: number, isOpen: boolean) => void;
  toggleFullScreen: () => void;
}

interface Props {
  chart: LayoutChart;
  index: number;
  isActive: boolean;
  isSearching: boolean;
  actions: CellActions;
}

/** A chart of a layout. It becomes the active one when it is pressed or gets the focus. */
export const ChartCell = memo(function ChartCell({ chart, index, isActive, isSearching, actions }: Props) {
  const { symbol, settings } = chart;
  const scope = useMemo(
    () => ({
      parameters: new URLSearchParams(settings),
      change: (changes: Record<string, string>) => actions.setSettings(index, changes),
    }),
    [settings, index, actions],
  );
  const activate = () => actions.activate(index);
  return (
    <ParameterScopeContext value={scope}>
      <section
        className={classes.cell}
        aria-label={`Chart ${index + 1}`}
        aria-current={isActive || undefined}
        data-cell={index}
        onPointerDownCapture={activate}
        onFocusCapture={activate}
      >
        <ErrorBoundary>
          <MountWhenVisible waiting={<Waiting />} className={classes.waiting}>
            <Content key={symbol} {...{ symbol, index, isSearching, actions }} />
          </MountWhenVisible>
        </ErrorBoundary>
      </section>
    </ParameterScopeContext>
  );
});

const Waiting = () => <BlockSkeleton height={900} />;

type ContentProps = Pick<Props, 'index' | 'isSearching' | 'actions'> & { symbol: string };

/** The chart of one ticker. */
function Content(props: ContentProps) {
  const { symbol, index, actions } = props;
  const query = useQuery({
    ...tickerQuery(symbol),
    enabled: symbol !== '',
    staleTime: MINUTE,
    refetchInterval: pollFasterWhileEmpty(5 * MINUTE),
  });
  const ticker = query.data ?? undefined;
  const name = <TickerButton {...props} ticker={ticker} />;
  if (ticker)
    return (
      <CompactChart
        ticker={ticker}
        onFullScreen={actions.toggleFullScreen}
        tools={
          <Tooltip label="Open the ticker page">
            <Link
              className={classes.open}
              to={paths.ticker(ticker.symbol)}
              aria-label={`Open the page of ${ticker.symbol}`}
            >
              <Icon name="external" size={16} />
            </Link>
          </Tooltip>
        }
      >
        <div className={classes.ticker}>
          {name}
          <span className={classes.price}>
            <LivePrice ticker={ticker} />
          </span>
        </div>
      </CompactChart>
    );
  if (query.isPending)
    return (
      <div className={classes.waiting}>
        <Waiting />
      </div>
    );
  return (
    <>
      <div className={classes.ticker}>{name}</div>
      <div className={classes.message}>
        {isNotFound(query.error) || !query.isError ? (
          <EmptyState text={`There's no ticker '${symbol}' on this server.`}>
            <Button variant="default" onClick={() => actions.search(index, true)}>
              Choose another ticker
            </Button>
          </EmptyState>
        ) : (
          <ErrorState text={`Couldn't load ${symbol}.`} onRetry={() => query.refetch()} />
        )}
      </div>
    </>
  );
}

/** Names the chart's ticker and opens the search for another one. */
function TickerButton({
  symbol,
  ticker,
  index,
  isSearching,
  actions,
}: ContentProps & { ticker: TickerDetail | undefined }) {
  const shown = ticker?.symbol ?? symbol;
  // Contains what is visible at every width.
  const label = ticker ? `${shown} ${ticker.name}` : shown;
  return (
    <Popup
      label={`Ticker of chart ${index + 1}`}
      width="22rem"
      opened={isSearching}
      onChange={(isOpen) => actions.search(index, isOpen)}
      withinPortal={false}
      hideDetached={false}
      className={classes.dropdown}
      trigger={
        <button
          type="button"
          className={classes.name}
          data-index={ticker?.type === 'index' || undefined}
          aria-label={`${label}, change the ticker`}
        >
          <b>{shown}</b>
          {ticker && <span>{ticker.name}</span>}
          <Icon name="down" size={14} />
        </button>
      }
    >
      <LazyBoundary onFail={() => actions.search(index, false)}>
        <CellSearch onChoose={(next) => actions.show(index, next)} />
      </LazyBoundary>
    </Popup>
  );
}
