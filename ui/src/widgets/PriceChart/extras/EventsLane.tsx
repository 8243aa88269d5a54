import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { dividendsQuery, earningsOfQuery, notesQuery, splitsQuery, tickerNewsQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import type { ChartSeries } from '~/chart/series';
import type { Viewport } from '~/chart/viewport';
import { tradingDayOf, tradingDays } from '~/market/day';
import { serverNow } from '~/state/clock';
import { type EventMark, eventsOf, groupMarks, positionEvents } from './chartEvents';
import { EventCard } from './EventCard';
import classes from './Extras.module.css';
import { type EventText, eventText, spokenText } from './eventText';

/** Minimum distance of two marks, in rem: the width of a touch target. */
const MIN_MARK_DISTANCE = 1.5;
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

interface Props {
  ticker: TickerDetail;
  series: ChartSeries;
  /** True if the points are daily or longer bars. */
  isDailyOrLonger: boolean;
  viewport: Viewport;
  /** Width of the plot, in rem. */
  width: number;
  priceText: (price: number) => string;
}

/** The ticker's events as marks below the panes; each has a card that a click pins. */
export function EventsLane(props: Props) {
  const { series, viewport, width } = props;
  const { points } = series;
  const placed = usePlacedEvents(props);
  const marks = useMemo(
    () => (width > 0 ? groupMarks(placed, points, viewport, MIN_MARK_DISTANCE / width) : []),
    [placed, points, viewport, width],
  );
  const [shown, setShown] = useState<{ key: string; pinned: boolean } | null>(null);
  const lane = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!shown?.pinned) return;
    const onDown = ({ target }: PointerEvent) => {
      if (!lane.current?.contains(target as Node)) setShown(null);
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [shown?.pinned]);
  if (marks.length === 0) return null;
  const current = marks.find(({ key }) => key === shown?.key);
  // One mark is a tab stop: the last focused one, else the newest.
  const entry = current ?? marks.at(-1);
  const context = contextOf(props);
  const text = (mark: EventMark) => mark.events.map((each) => eventText(each, context));
  const show = (key: string, pinned: boolean) => setShown({ key, pinned });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      lane.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
      setShown(null);
      return;
    }
    const target = event.target as HTMLElement;
    if (target.dataset.mark === undefined) return;
    const buttons = [...(lane.current?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])];
    const index = buttons.indexOf(target);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, next))]?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!lane.current?.contains(relatedTarget as Node)) setShown((was) => (was?.pinned ? was : null));
  };
  return (
    <fieldset
      ref={lane}
      className={classes.marks}
      aria-label="Events"
      data-pans
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {marks.map((mark) => {
        const texts = text(mark);
        const { letter, tone } = texts[0] as EventText;
        const isShown = mark === current;
        return (
          <span key={mark.key}>
            {isShown && <i className={classes.stem} style={{ left: `${100 * mark.eventPosition}%` }} />}
            <button
              type="button"
              className={classes.mark}
              data-mark={letter}
              data-tone={tone}
              style={{ left: `${100 * mark.markPosition}%` }}
              tabIndex={mark === entry ? 0 : -1}
              aria-label={texts.map(spokenText).join('; ')}
              aria-pressed={isShown && shown?.pinned === true}
              onPointerEnter={({ pointerType }) => {
                if (pointerType !== 'touch' && !shown?.pinned) show(mark.key, false);
              }}
              onPointerLeave={({ pointerType }) => {
                if (pointerType !== 'touch') setShown((was) => (was?.pinned ? was : null));
              }}
              onFocus={() => {
                if (shown?.key !== mark.key) show(mark.key, false);
              }}
              onClick={() => (isShown && shown?.pinned ? setShown(null) : show(mark.key, true))}
            >
              {letter}
            </button>
            {isShown && (
              <EventCard
                texts={texts}
                position={mark.eventPosition}
                width={width}
                pinned={shown?.pinned === true}
                onClose={() => setShown(null)}
              />
            )}
          </span>
        );
      })}
    </fieldset>
  );
}

function usePlacedEvents({ ticker, series, isDailyOrLonger }: Props) {
  const { data: earnings } = useQuery({
    ...earningsOfQuery(ticker.symbol),
    enabled: ticker.type === 'stock',
  });
  // Types with dividends and splits.
  const enabled = ticker.id > 0 && ['stock', 'etf', 'fund'].includes(ticker.type);
  const { data: dividends } = useQuery({ ...dividendsQuery(ticker.id), enabled });
  const { data: splits } = useQuery({ ...splitsQuery(ticker.id), enabled });
  const { data: news } = useQuery(tickerNewsQuery(ticker.id));
  const { data: notes } = useQuery({ ...notesQuery(ticker.symbol), enabled: ticker.id > 0 });
  const { points } = series;
  const events = useMemo(
    () => eventsOf(earnings ?? [], dividends ?? [], splits ?? [], news ?? [], notes ?? []),
    [earnings, dividends, splits, news, notes],
  );
  const { type, timeZone, session } = ticker;
  // A tick moves the last point but no event.
  const first = points[0]?.timestamp;
  // biome-ignore lint/correctness/useExhaustiveDependencies: first and count stand for the points.
  return useMemo(
    () =>
      positionEvents(events, {
        points,
        isDailyOrLonger,
        tradingDays: tradingDays({ type, timeZone, session }),
      }),
    [events, first, points.length, isDailyOrLonger, type, timeZone, session],
  );
}

function contextOf({ ticker, series: { points }, isDailyOrLonger, priceText }: Props) {
  const [first, last] = [points[0], points.at(-1)].map((point) => Date.parse(point?.timestamp ?? ''));
  const isDaily =
    isDailyOrLonger && (Number(last) - Number(first)) / Math.max(1, points.length - 1) < 2 * DAY;
  return {
    points,
    isDaily,
    today: tradingDayOf(serverNow(), tradingDays(ticker)),
    priceText,
    decimals: ticker.decimals,
  };
}
