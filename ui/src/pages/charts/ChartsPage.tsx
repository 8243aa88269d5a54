import { useDocumentTitle } from '@mantine/hooks';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { chartLayoutsQuery, watchlistsQuery, watchlistTickersQuery } from '~/api/queries';
import type { ChartLayout } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { ButtonLink } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { SP500 } from '~/market/marketTickers';
import { paths } from '~/paths';
import { useHomeList } from '~/state/homeList';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './Charts.module.css';
import { LayoutView } from './LayoutView';
import { firstLayout, layoutOf } from './layout';
import { useAddressLayout } from './useAddressLayout';
import { useSavedLayout } from './useSavedLayout';

const NO_LAYOUTS: readonly ChartLayout[] = [];
const NO_SYMBOLS: readonly string[] = [];
/** The ticker of the second chart, if the user has no list. */
const DEFAULT_SECOND = 'BTC';
const ignoreChange = () => {};

/** `/charts`: charts that are kept in the address; `/charts/{name}`: a layout that is saved on the server. */
export default function ChartsPage() {
  const { name } = useParams();
  const layouts = useQuery(chartLayoutsQuery);
  if (name === undefined) return <UnsavedCharts layouts={layouts.data ?? NO_LAYOUTS} />;
  const layout = layouts.data?.find((each) => each.name === name);
  if (layout) return <NamedCharts key={name} name={name} saved={layout} layouts={layouts.data ?? []} />;
  return (
    <div className={`container ${classes.missing}`}>
      <h1 className="type-page">Charts</h1>
      <QueryState
        query={layouts}
        skeleton={<BlockSkeleton height={640} />}
        errorText="Couldn't load the layouts."
      >
        {() => (
          <EmptyState text={`There's no chart layout named '${name}'.`}>
            <ButtonLink to={paths.charts}>Open new charts</ButtonLink>
          </EmptyState>
        )}
      </QueryState>
    </div>
  );
}

interface Props {
  layouts: readonly ChartLayout[];
}

function UnsavedCharts({ layouts }: Props) {
  const offered = useListedSymbols();
  // The second chart stays empty until the list is loaded.
  const other = offered && (offered.find((symbol) => symbol !== SP500) ?? DEFAULT_SECOND);
  const initial = useMemo(() => firstLayout(other ?? ''), [other]);
  const { layout, change } = useAddressLayout(initial);
  return (
    <LayoutView
      {...{ layout, layouts }}
      change={offered ? change : ignoreChange}
      offered={offered ?? NO_SYMBOLS}
    />
  );
}

interface NamedProps extends Props {
  name: string;
  saved: ChartLayout;
}

function NamedCharts(props: NamedProps) {
  useDocumentTitle(`${props.saved.title} · Charts · Marketdeck`);
  return useReadOnly() ? <FixedCharts {...props} /> : <SavedCharts {...props} />;
}

function SavedCharts({ name, saved, layouts }: NamedProps) {
  const { layout, change, saving } = useSavedLayout({ ...saved, name });
  const offered = useListedSymbols() ?? NO_SYMBOLS;
  return <LayoutView {...{ name, layout, change, saving, layouts, offered }} />;
}

/** A layout of a read-only server: changes are kept in the address. */
function FixedCharts({ name, saved, layouts }: NamedProps) {
  const { layout, change } = useAddressLayout(useMemo(() => layoutOf(saved), [saved]));
  const offered = useListedSymbols() ?? NO_SYMBOLS;
  return <LayoutView {...{ name, layout, change, layouts, offered }} />;
}

/** The tickers of the user's first list, for new charts; undefined while loading. */
function useListedSymbols(): readonly string[] | undefined {
  const { data: lists, isError } = useQuery(watchlistsQuery);
  const list = useHomeList(lists);
  const contents = useQuery({ ...watchlistTickersQuery(list?.id ?? 0), enabled: list !== undefined });
  const symbols = useMemo(() => contents.data?.tickers.map(({ symbol }) => symbol), [contents.data]);
  if (isError || contents.isError || (lists && !list)) return NO_SYMBOLS;
  return symbols;
}
