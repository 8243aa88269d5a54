import { useMergedRef } from '@mantine/hooks';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Timeframe } from '~/api/types';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import classes from './Chart.module.css';
import { DockedReadOut } from './DockedReadOut';
import { yOf } from './frame';
import type { Drawing, Pane } from './model';
import { type Scheme, usePalette } from './palette';
import type { ChartSeries } from './series';
import { pointTime, rememberedTimeTicks } from './timeTicks';
import { useCrosshair } from './useCrosshair';
import { useRenderer } from './useRenderer';
import { shareOf, wholeOf, wholeOfBars } from './viewport';

interface Props {
  /** At least one point. */
  series: ChartSeries;
  timeframe: Timeframe;
  /** Top to bottom; the first is the tallest. */
  panes: readonly Pane[];
  /** Accessible name of the crosshair. */
  label: string;
  /** What the crosshair says of a point, after its time. */
  valueText: (index: number) => string;
  /** What the read-out shows of a point; `ground` is the scheme of what it lies on. Without it there is none. */
  readOut?: (index: number, time: string, ground: Scheme) => ReactNode;
  /** A line above the panes that says what the point under the crosshair is, or the last one. */
  headline?: (index: number, time: string) => ReactNode;
  /** Whether points are drawn as bars, which take room on both sides. */
  ofBars?: boolean;
}

/** A chart: its panes and axes on one canvas, and over them the crosshair's slider and its read-out. */
export function Chart({ series, timeframe, panes, label, valueText, readOut, headline, ofBars }: Props) {
  const { points, end } = series;
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref, width, height, rem } = useSizeInRem();
  const isPhone = useIsPhone();
  const palette = usePalette();
  const px = Math.round(width * rem);
  const viewport = useMemo(() => (ofBars ? wholeOfBars(end, px) : wholeOf(end)), [ofBars, end, px]);
  const { active, handlers } = useCrosshair(series, viewport);
  const [ticksOf] = useState(rememberedTimeTicks);
  const timeTicks = ticksOf(series, timeframe, width || undefined);
  const places = useMemo(() => points.map(({ x }) => x), [points]);
  const shown = active ?? points.length - 1;
  const time = pointTime(points[shown]?.timestamp ?? '', timeframe);
  const drawing = useMemo<Drawing>(() => {
    const crosshair = active === null ? null : { index: active, time };
    return { places, viewport, panes, timeTicks, crosshair, palette };
  }, [places, viewport, panes, timeTicks, active, time, palette]);
  useRenderer(stage, canvas, drawing, `${width} ${height} ${rem}`);
  const content = readOut?.(shown, time, isPhone ? palette.scheme : 'dark');
  return (
    <>
      {isPhone && content && <div className={classes.fixedReadOut}>{content}</div>}
      {headline?.(shown, time)}
      <div className={classes.stage} ref={useMergedRef(ref, stage)} style={axisRoom(panes)}>
        <div className={classes.paper} aria-hidden="true">
          <canvas ref={canvas} />
        </div>
        {panes.map((pane, index) => (
          <div key={pane.key} className={classes.pane} data-pane={pane.key} data-size={pane.size}>
            {pane.title && <div className={classes.paneTitle}>{pane.title(shown)}</div>}
            {pane.message && <p className={classes.message}>{pane.message}</p>}
            {index === 0 && active !== null && !isPhone && content && (
              <DockedReadOut share={shareOf(places[active] ?? 0, viewport)} low={isLow(pane, active)}>
                {content}
              </DockedReadOut>
            )}
          </div>
        ))}
        <div className={classes.times} data-times />
        <div
          className={classes.crosshair}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={shown}
          aria-valuetext={`${time}, ${valueText(shown)}`}
          {...handlers}
        />
      </div>
    </>
  );
}

/** Whether a pane's first line runs through its lower half at a point. */
function isLow({ lines, range }: Pane, index: number): boolean {
  const value = lines[0]?.values[index];
  return typeof value === 'number' && yOf(value, range, 1) > 0.5;
}

/** About the width of a figure in the type of the axis, and what stands beside it, in rem. */
const FIGURE = 0.44;
const BESIDE = 1.25;

/** The value axis is as wide as its longest label needs, and no narrower than usual. */
function axisRoom(panes: readonly Pane[]) {
  const texts = panes.flatMap(({ ticks, levels = [], tagText, range }) => [
    ...ticks.map(({ label }) => label),
    ...levels.map(({ tag }) => tag?.text ?? ''),
    tagText?.(range.high) ?? '',
  ]);
  const longest = Math.max(...texts.map((text) => text.length));
  return { '--axis': `max(var(--axis-least), ${BESIDE + FIGURE * longest}rem)` } as React.CSSProperties;
}
