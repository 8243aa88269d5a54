import { memo } from 'react';
import type { BoardTile as Tile } from '~/api/types';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { useNow } from '~/state/clock';
import { TileFrame, TileText } from './TileFrame';
import { TILE_KINDS } from './tileKinds';
import { AlertsTile } from './tiles/AlertsTile';
import { CalendarTile } from './tiles/CalendarTile';
import { FearGreedTile } from './tiles/FearGreedTile';
import { HeatmapTile } from './tiles/HeatmapTile';
import { HoldingsTile } from './tiles/HoldingsTile';
import { ListTile } from './tiles/ListTile';
import { MoversTile } from './tiles/MoversTile';
import { NewsTile } from './tiles/NewsTile';
import { QuoteTile } from './tiles/QuoteTile';
import { SessionsTile } from './tiles/SessionsTile';
import { YieldCurveTile } from './tiles/YieldCurveTile';

interface Props {
  tile: Tile;
  /** All tickers of the board: a calendar lists their events first. */
  symbols: readonly string[];
}

/** Delay before a failed tile renders again. */
const RETRY_MS = 30_000;

/** A tile with an error boundary: a failure doesn't affect other tiles and is retried. */
export const BoardTile = memo(function BoardTile({ tile, symbols }: Props) {
  const attempt = Math.floor(useNow(RETRY_MS) / RETRY_MS);
  const failed = (
    <TileFrame title={TILE_KINDS[tile.content.kind].name}>
      <TileText>Couldn't show this tile. Retrying…</TileText>
    </TileFrame>
  );
  return (
    <ErrorBoundary resetKey={String(attempt)} fallback={failed}>
      <Content tile={tile} symbols={symbols} />
    </ErrorBoundary>
  );
});

function Content({ tile: { content, height }, symbols }: Props) {
  switch (content.kind) {
    case 'quote':
      return <QuoteTile {...content} />;
    case 'chart':
      return <QuoteTile {...content} flat />;
    case 'heatmap':
      return <HeatmapTile market={content.market} />;
    case 'list':
      return <ListTile {...content} height={height} />;
    case 'movers':
      return <MoversTile market={content.market} height={height} />;
    case 'news':
      return <NewsTile />;
    case 'calendar':
      return <CalendarTile symbols={symbols} height={height} />;
    case 'fearGreed':
      return <FearGreedTile market={content.market} />;
    case 'yieldCurve':
      return <YieldCurveTile />;
    case 'sessions':
      return <SessionsTile />;
    case 'alerts':
      return <AlertsTile height={height} />;
    case 'holdings':
      return <HoldingsTile {...content} />;
  }
}
