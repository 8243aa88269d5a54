import { useLayoutEffect, useRef } from 'react';
import type { TickerDetail } from '~/api/types';
import { makeInert } from '~/hooks/makeInert';
import { rootRem } from '~/hooks/useSizeInRem';
import { useQuote } from '~/live/useQuote';
import { formatQuote } from '~/market/format';
import { phaseName } from '~/market/session';
import { formatClock } from '~/market/time';
import { hasSingleKeys } from '~/state/singleKeys';
import { Change } from '../../Change';
import { FULL_SCREEN_KEYS } from '../../keyLists';
import { TickerLogo } from '../../TickerLogo';
import classes from './FullScreen.module.css';

/** Maximum font scale where the window has room. */
const MAX_SCALE = 1.35;
/** Window width in px up to which fonts are not scaled. */
const BASE_WIDTH_PX = 1440;

interface Props {
  ticker: TickerDetail;
  onLeave: () => void;
}

/**
 * Shows the chart's panel in full window (and full screen if the browser supports it) until unmounted; adds the
 * ticker's name.
 */
export default function FullScreen({ ticker, onLeave }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  useLayoutEffect(() => {
    leave.current = onLeave;
  });
  useLayoutEffect(() => {
    const panel = box.current?.closest('section');
    return panel ? fill(panel, () => leave.current()) : undefined;
  }, []);
  const quote = useQuote(ticker);
  const { extended } = quote;
  return (
    <>
      <div ref={box} className={classes.ticker}>
        <TickerLogo of={ticker} size={32} />
        <p className={classes.name}>
          <b>
            {ticker.name} <span>{ticker.symbol}</span>
          </b>
          <span className="num">{quote.updatedAt && formatClock(quote.updatedAt)}</span>
        </p>
        <strong className="num">{formatQuote(ticker, quote.price, ticker.decimals)}</strong>
        <Change value={quote.change24h} badge />
        {extended && (
          <p className={classes.extended}>
            <span>{phaseName(extended.session)}</span>
            <span>
              <b className="num">{formatQuote(ticker, extended.price, ticker.decimals)}</b>
              <Change value={extended.change} />
            </span>
          </p>
        )}
      </div>
      <p className={classes.keys}>
        {FULL_SCREEN_KEYS.map(([keys, action]) => (
          <span key={action}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {action}
          </span>
        ))}
      </p>
    </>
  );
}

/** Keys that press the panel button with the same shortcut. */
const BUTTONS = ['c', 'd', 'i', 'l'];

/** Shows only the panel, with larger fonts, until the returned function is called. */
function fill(panel: HTMLElement, leave: () => void): () => void {
  const root = document.documentElement;
  const { scrollY } = window;
  const rem = rootRem();
  const scale = Math.min(MAX_SCALE, Math.max(1, window.innerWidth / BASE_WIDTH_PX));
  root.style.fontSize = `${rem * scale}px`;
  root.style.overflow = 'hidden';
  const restore = makeInert(panel);
  // Without browser support (a phone) or permission, the panel still fills the window.
  root.requestFullscreen?.().catch(() => undefined);

  const onChange = () => {
    if (!document.fullscreenElement) leave();
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null;
    if (ctrlKey || metaKey || altKey || event.defaultPrevented || isIn('input, select, textarea')) return;
    const name = key.toLowerCase();
    if (key === 'Escape') {
      if (!isIn('[role=dialog]')) leave();
    } else if (!hasSingleKeys()) return;
    else if (name === 'f') {
      // Outside of full screen, the same key press would search for a ticker.
      event.preventDefault();
      leave();
    } else if (BUTTONS.includes(name)) panel.querySelector<HTMLElement>(`[data-key="${name}"]`)?.click();
  };
  document.addEventListener('fullscreenchange', onChange);
  window.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('fullscreenchange', onChange);
    window.removeEventListener('keydown', onKey);
    if (document.fullscreenElement) void document.exitFullscreen();
    restore();
    root.style.fontSize = '';
    root.style.overflow = '';
    window.scrollTo(0, scrollY);
  };
}
