import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { replayQuery } from '~/api/queries';
import type { Replay, TickerType } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import slider from '~/components/Slider.module.css';
import { useDebouncedUrlParam } from '~/hooks/useDebouncedUrlParam';
import { quotes } from '~/live/feed';
import { formatWeekdayTime } from '~/market/time';
import { pastQuotes, stepAt } from './pastQuotes';
import classes from './ReplayBar.module.css';
import { REPLAY_PARAM, REPLAY_START } from './replayParam';

/** How long a step is shown while the day is played. */
const STEP_MS = 300;

interface Props {
  /** Replays only tickers of this type. */
  type?: TickerType | undefined;
  onClose: () => void;
}

/**
 * Replays the current or last trading day: while it is mounted, every price on the page is from the chosen time. The time is in the URL.
 */
export default function ReplayBar({ type, onClose }: Props) {
  const { data, isError, refetch } = useQuery(replayQuery(type));
  if (isError)
    return (
      <div className={classes.bar}>
        <p>Couldn't load the prices of the day.</p>
        <button type="button" className={classes.text} onClick={() => refetch()}>
          Try again
        </button>
        <CloseButton onClose={onClose} />
      </div>
    );
  if (data && data.tickers.length === 0)
    return (
      <div className={classes.bar}>
        <p>No prices of this trading day are stored yet.</p>
        <CloseButton onClose={onClose} />
      </div>
    );
  return <Player day={data} onClose={onClose} />;
}

/** The play button and the slider; without a day, they wait for it. */
function Player({ day, onClose }: { day: Replay | undefined; onClose: () => void }) {
  const id = useId();
  const bar = useRef<HTMLFieldSetElement>(null);
  const [time, setTime] = useDebouncedUrlParam(REPLAY_PARAM);
  // A link to a time shows that time; with reduced motion, nothing moves by itself.
  const [isPlaying, setIsPlaying] = useState(
    () => time === REPLAY_START && !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  const step = day ? stepAt(day, time) : 0;
  const last = (day?.times.length ?? 1) - 1;
  const show = (next: number) => setTime(day?.times[next] ?? REPLAY_START);
  // The timer of a step outlives renders, and a change of the URL must not start it again.
  const latestShow = useRef(show);
  useLayoutEffect(() => {
    latestShow.current = show;
  });
  const past = useMemo(() => day && pastQuotes(day, step), [day, step]);
  useEffect(() => {
    quotes.showPast(past ?? null);
  }, [past]);
  useEffect(() => () => quotes.showPast(null), []);
  // Focus was on the button that opened the bar and may have gone with it.
  useEffect(() => bar.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (!day || !isPlaying) return;
    if (step === last) return setIsPlaying(false);
    const timer = setTimeout(() => latestShow.current(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [day, isPlaying, step, last]);

  const play = () => {
    if (!isPlaying && step === last) show(0);
    setIsPlaying(!isPlaying);
  };
  const shownTime = day?.times[step];
  const text = shownTime === undefined ? '' : formatWeekdayTime(shownTime);
  return (
    <fieldset ref={bar} className={classes.bar}>
      <legend className="visually-hidden">Replay of the day</legend>
      <button type="button" className={classes.play} aria-label={isPlaying ? 'Pause' : 'Play'} onClick={play}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isPlaying ? 'M8 5v14M16 5v14' : 'M7 4.5 19 12 7 19.5Z'} />
        </svg>
      </button>
      <label htmlFor={id} className="visually-hidden">
        Time of the replay
      </label>
      <div className={`${slider.track} ${classes.track}`}>
        <span style={{ left: 0, right: `${100 - (100 * step) / Math.max(1, last)}%` }} />
        <input
          id={id}
          type="range"
          className={slider.thumb}
          min={0}
          max={Math.max(1, last)}
          value={step}
          disabled={!day}
          aria-valuetext={text}
          onChange={({ currentTarget: { value } }) => {
            setIsPlaying(false);
            show(Number(value));
          }}
        />
      </div>
      <output htmlFor={id} className={`num ${classes.time}`} aria-live="off">
        {text}
      </output>
      <CloseButton onClose={onClose} />
    </fieldset>
  );
}

function CloseButton({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <button type="button" className={classes.text} onClick={onClose}>
      Back to live
    </button>
  );
}
