import type { BoardTile } from '~/api/types';
import { TILE_KINDS } from '../tileKinds';

/** The subject of a tile with a leading space: its ticker, list or market. */
export function subjectOf({ content }: BoardTile): string {
  switch (content.kind) {
    case 'quote':
    case 'chart':
      return ` ${content.symbol}`;
    case 'list':
      return content.watchlist === null ? ` ${content.title}` : '';
    case 'heatmap':
    case 'movers':
    case 'fearGreed':
      return ` ${content.market}`;
    default:
      return '';
  }
}

/** Describes a tile in words: 'Large price ^GSPC, 4 × 3 at column 1, row 1'. */
export const tileSentence = (tile: BoardTile): string =>
  `${TILE_KINDS[tile.content.kind].name}${subjectOf(tile)}, ${tile.width} × ${tile.height} at column ${tile.x + 1}, row ${tile.y + 1}`;
