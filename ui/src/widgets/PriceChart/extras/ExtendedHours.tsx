import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ExtendedLine, PricePoint, TickerDetail } from '~/api/types';
import { DockedReadOut } from '~/chart/DockedReadOut';
import { yOf } from '~/chart/frame';
import type { Layer } from '~/chart/model';
import { ReadOut } from '~/chart/ReadOut';
import type { Range } from '~/chart/scale';
import type { ChartSeries } from '~/chart/series';
import { pointTime } from '~/chart/timeTicks';
import type { Viewport } from '~/chart/viewport';
import { useAnnouncedText } from '~/hooks/useAnnouncedText';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useQuote } from '~/live/useQuote';
import { formatPercent } from '~/market/format';
import classes from './ExtendedHours.module.css';
import { type Band, bandsLayer, bandsOf, pointAt, type Span, shareOfTime } from './extendedHours';
import { usePaneBottoms } from './usePaneBottoms';

interface Props {
  ticker: TickerDetail;
  extended: ExtendedLine;
  /** The session and the whole time axis, in epoch milliseconds. */
  regular: Span;
  span: Span;
  series: ChartSeries;
  viewport: Viewport;
  previousClose: number | null;
  /** The range of the price axis. */
  range: Range;
  priceText: (price: number) => string;
  onLayers: (layers: readonly Layer[] | undefined) => void;
}

/** Pre-market and after-hours of a day: shaded areas with their prices, readable by pointer, touch and arrow keys. */
export default function ExtendedHours(props: Props) {
  const { ticker, extended, regular, series, span, viewport, previousClose, range, priceText, onLayers } =
    props;
  const { end, points } = series;
  const live = useQuote(ticker, (quote) => quote.extended);
  const bands = useMemo(() => bandsOf(extended, regular, live), [extended, regular, live]);
  const axis = useMemo(() => ({ span, end }), [span, end]);
  const [active, setActive] = useState<PricePoint | null>(null);
  useEffect(() => {
    const shown = bands.map((band) => pointAt(band, active)).find((point) => point !== null);
    onLayers([bandsLayer(bands, axis, shown ?? null)]);
  }, [bands, axis, active, onLayers]);
  useEffect(() => () => onLayers(undefined), [onLayers]);
  const box = useRef<HTMLDivElement>(null);
  const { first, last } = usePaneBottoms(box);
  // The labels are at the bottom of the bands, unless a line crosses them there.
  const lines = [previousClose, ...bands.flatMap((band) => band.points.map(({ price }) => price))];
  const isNamedAbove = lines.some((price) => price !== null && yOf(price, range, 1) > FOOTER_TOP);
  const close = { 'Pre-market': previousClose, 'After hours': points.at(-1)?.price ?? null };
  return (
    <div
      ref={box}
      className={classes.bands}
      data-pans
      style={{ height: last, '--price': `${first}px` } as CSSProperties}
      data-named={isNamedAbove ? 'above' : 'below'}
    >
      {bands.map((band) => {
        const [left, right] = [band.from, band.to].map((time) => shareOfTime(time, axis, viewport)) as [
          number,
          number,
        ];
        if (right <= 0 || left >= 1) return null;
        return (
          <BandSlider
            key={band.name}
            band={band}
            left={Math.max(0, left)}
            right={Math.min(1, right)}
            shareAt={(point) => shareOfTime(Date.parse(point.timestamp), axis, viewport)}
            active={pointAt(band, active)}
            close={close[band.name]}
            priceText={priceText}
            onActive={setActive}
          />
        );
      })}
    </div>
  );
}

/** Below this fraction of the pane's height, a line would cross the labels. */
const FOOTER_TOP = 0.88;

interface BandProps {
  band: Band;
  /** The edges of the band in the plot, 0 to 1. */
  left: number;
  right: number;
  shareAt: (point: PricePoint) => number;
  active: PricePoint | null;
  /** The close that the prices of the band are compared with. */
  close: number | null;
  priceText: (price: number) => string;
  onActive: (point: PricePoint | null) => void;
}

function BandSlider({ band, left, right, shareAt, active, close, priceText, onActive }: BandProps) {
  const { name, points } = band;
  const slider = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const at = active ? points.indexOf(active) : points.length - 1;
  const style = { left: `${100 * left}%`, width: `${100 * (right - left)}%` };
  const label = <span className={classes.bandName}>{isPhone ? name.split(/[- ]/)[0] : name}</span>;
  const shown = points[at];
  const change = shown && close && close > 0 ? formatPercent(100 * (shown.price / close - 1)) : '';
  const time = shown ? pointTime(shown.timestamp, '1D') : '';
  const value = shown ? priceText(shown.price) : '';
  const text = [time, value, change && `${change} vs. close`].filter(Boolean).join(', ');
  // The newest point changes with every price.
  const spoken = useAnnouncedText(slider, at === points.length - 1 ? 'last' : time, text);
  if (!shown)
    return (
      <div className={classes.band} style={style}>
        {label}
      </div>
    );
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { x, width } = (currentTarget.parentElement as HTMLElement).getBoundingClientRect();
    const fraction = (clientX - x) / width;
    const distance = (point: PricePoint) => Math.abs(shareAt(point) - fraction);
    onActive(points.reduce((best, point) => (distance(point) < distance(best) ? point : best)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const next = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: points.length - 1 }[event.key];
    if (event.key === 'Escape' && active) onActive(null);
    else if (next !== undefined) onActive(points[Math.max(0, Math.min(points.length - 1, next))] ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        ref={slider}
        className={classes.band}
        style={style}
        data-band={name}
        role="slider"
        tabIndex={0}
        aria-label={`Prices of ${name.toLowerCase()}`}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={at}
        aria-valuetext={spoken}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onActive(null)}
        onFocus={() => onActive(shown)}
        onBlur={() => onActive(null)}
        onKeyDown={onKeyDown}
      >
        {label}
      </div>
      {active && (
        <DockedReadOut position={shareAt(active)} isLow={false}>
          <ReadOut time={`${name}, ${time}`} value={[value, change].join('  ')} readings={[]} />
        </DockedReadOut>
      )}
    </>
  );
}
