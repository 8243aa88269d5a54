import { useMemo } from 'react';
import type { OverviewItem, SessionLine } from '~/api/types';
import { Chart } from '~/chart/Chart';
import { endingInDot, priceStyle } from '~/chart/datasets';
import type { Pane } from '~/chart/model';
import { usePalette } from '~/chart/palette';
import { ReadOut } from '~/chart/ReadOut';
import { rangeOf } from '~/chart/scale';
import { STEPS, seriesBySession, withLiveEnd } from '~/chart/series';
import { EXCHANGE_ZONE } from '~/market/day';
import { directionOf, formatNumber } from '~/market/format';

interface Props {
  line: SessionLine;
  live: OverviewItem;
}

/** A day's line over its whole session, with the close before it. Fetched when there is room for it. */
export default function SessionChart({ line, live }: Props) {
  const { price, change, updatedAt } = live;
  const palette = usePalette();
  const loaded = useMemo(() => seriesBySession(line.points, line), [line]);
  const series = useMemo(() => {
    // What moves after the session is not part of it.
    const within = loaded.span !== null && Date.parse(updatedAt ?? '') <= loaded.span.end;
    return within ? withLiveEnd(loaded, { price, updatedAt }, STEPS['1D'], EXCHANGE_ZONE) : loaded;
  }, [loaded, price, updatedAt]);
  const colour = palette[directionOf(change) === 'down' ? 'downLine' : 'upLine'];
  const style = useMemo(() => endingInDot(priceStyle(2, colour, palette.surface), colour), [colour, palette]);
  const { previousClose: close = null } = line;
  const panes = useMemo<Pane[]>(() => {
    const prices = series.points.map((point) => point.price);
    const level = { colour: palette.text3, dash: 'dashed' as const };
    return [
      {
        key: 'session',
        size: 'instrument',
        range: rangeOf([prices, [close]]),
        ticks: [],
        lines: [{ key: 'price', values: prices, style }],
        ...(close !== null && {
          levels: [{ ...level, value: close, note: `Close ${formatNumber(close)}` }],
        }),
      },
    ];
  }, [series, style, close, palette]);
  const priceAt = (index: number) => formatNumber(series.points[index]?.price);
  if (!series.span) return null;
  return (
    <Chart
      series={series}
      timeframe="1D"
      panes={panes}
      label={`Crosshair of ${line.name}`}
      valueText={priceAt}
      readOut={(index, time) => <ReadOut time={time} value={priceAt(index)} readings={[]} />}
    />
  );
}
