import { watchlistTickersQuery } from '~/api/queries';
import type { Ticker } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useQuotes } from '~/live/useQuotes';
import { MissingList } from '../MissingList';
import { PriceRows } from '../PriceRows';
import { TileFrame, TileText } from '../TileFrame';
import { useQuotesAge } from '../tileAges';
import { useBoardTickers } from '../useBoardTickers';
import { visibleRowCount } from '../visibleRowCount';

/** Minimum height of a two-line row in rem. */
const MIN_ROW_HEIGHT = 3.4;

interface Props {
  title: string;
  symbols: readonly string[];
  watchlist: number | null;
  /** Height in grid rows. */
  height: number;
}

/** Price rows of a watchlist or of custom tickers. */
export function ListTile({ title, symbols, watchlist, height }: Props) {
  return watchlist === null ? (
    <OwnList title={title} symbols={symbols} height={height} />
  ) : (
    <WatchlistTile id={watchlist} height={height} />
  );
}

function OwnList({ title, symbols, height }: Pick<Props, 'title' | 'symbols' | 'height'>) {
  const rows = useBoardTickers(symbols);
  return <Rows title={title} rows={rows} height={height} isEmpty={symbols.length === 0} />;
}

function WatchlistTile({ id, height }: { id: number; height: number }) {
  const { data, isError } = useQuery(watchlistTickersQuery(id));
  const rows = useQuotes(data?.tickers ?? []);
  if (!data)
    return (
      <TileFrame title="Watchlist" isLoading={!isError}>
        <MissingList />
      </TileFrame>
    );
  return <Rows title={data.name} rows={rows} height={height} isEmpty={data.tickers.length === 0} />;
}

interface RowsProps {
  title: string;
  rows: readonly Ticker[];
  height: number;
  isEmpty: boolean;
}

function Rows({ title, rows, height, isEmpty }: RowsProps) {
  const shown = rows.slice(0, visibleRowCount(height, MIN_ROW_HEIGHT));
  const age = useQuotesAge(shown);
  const note = shown.length < rows.length ? `Today, ${shown.length} of ${rows.length}` : 'Today';
  return (
    <TileFrame title={title} note={note} age={age}>
      {isEmpty ? <TileText>No tickers in this list yet.</TileText> : <PriceRows rows={shown} />}
    </TileFrame>
  );
}
