import { useMemo } from 'react';
import type { OverviewItem, SessionLine } from '~/api/types';
import { yOf } from '~/chart/frame';
import { levelLabelPlacement } from '~/chart/levelLabel';
import { pathsOf } from '~/chart/path';
import { rangeOf } from '~/chart/scale';
import { BAR_LENGTHS, type ChartSeries, seriesBySession, withLivePrice } from '~/chart/series';
import { fractionOf, wholeAxis } from '~/chart/viewport';
import { US_DAYS } from '~/market/day';
import { directionOf } from '~/market/format';

/** The size of the label 'Previous close 7,269.41' as fractions of the plot: about 9.5 of 25 rem in width and 1.2 of 8 rem in height. */
const LABEL = { width: 0.38, height: 0.15 };

/** The geometry of a session on a square of 100: from the open until now, and the previous close. */
export function useSessionDrawing(line: SessionLine, live: OverviewItem) {
  const series = useSession(line, live);
  const { points, end, span } = series;
  if (!span || points.length < 2) return null;
  const close = line.previousClose ?? null;
  const view = wholeAxis(end);
  const range = rangeOf([points.map(({ price }) => price), [close]]);
  const coordinates = points.map(({ x, price }) => ({
    x: 100 * fractionOf(x, view),
    y: yOf(price, range, 100),
  }));
  const closeY = close === null ? null : yOf(close, range, 100);
  const fractions = coordinates.map(({ x, y }) => ({ x: x / 100, y: y / 100 }));
  return {
    series,
    view,
    close,
    paths: pathsOf(coordinates, 100),
    last: coordinates.at(-1) ?? { x: 0, y: 0 },
    closeY,
    label: closeY === null ? null : levelLabelPlacement(fractions, closeY / 100, LABEL),
    color: `var(--md-${directionOf(live.change) === 'down' ? 'down' : 'up'}-line)`,
  };
}

/** The session's points so far, ending at the live price while the session lasts. */
function useSession(line: SessionLine, { price, updatedAt }: OverviewItem): ChartSeries {
  const loaded = useMemo(() => seriesBySession(line.points, line), [line]);
  return useMemo(() => {
    // Price changes after the session are not part of the line.
    const isInSession = loaded.span !== null && Date.parse(updatedAt ?? '') <= loaded.span.end;
    return isInSession ? withLivePrice(loaded, { price, updatedAt }, BAR_LENGTHS['1D'], US_DAYS) : loaded;
  }, [loaded, price, updatedAt]);
}
