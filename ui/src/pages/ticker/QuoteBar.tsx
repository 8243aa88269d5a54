import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { sectionOfType } from '~/links';
import { HEADER_SLOT } from '~/state/headerSlot';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { WatchStar } from '~/widgets/WatchStar/WatchStar';
import classes from './QuoteBar.module.css';

interface Props {
  ticker: TickerDetail;
  /** The element that shows the page's price. */
  price: RefObject<HTMLElement | null>;
}

/** The header of a phone after the page's price has scrolled away: back, symbol, price and change, and the star. */
export default function QuoteBar({ ticker, price }: Props) {
  const isAway = useIsScrolledAway(price);
  const goBack = useGoBack(sectionOfType(ticker.type).to);
  const slot = document.getElementById(HEADER_SLOT);
  if (!isAway || !slot) return null;
  return createPortal(
    <div className={`container ${classes.bar}`}>
      <button type="button" className={classes.back} aria-label="Back" onClick={goBack}>
        <Icon name="back" size={20} />
      </button>
      <p className={classes.who}>
        <b>{ticker.symbol}</b>
        <span>{ticker.name}</span>
      </p>
      <p className={classes.quote}>
        <LivePrice ticker={ticker} />
        <LiveChange ticker={ticker} />
      </p>
      <div className={classes.star}>
        <WatchStar ticker={ticker} />
      </div>
    </div>,
    slot,
  );
}

/** Returns true if an element has scrolled out at the top, under the header. */
function useIsScrolledAway(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const header = document.getElementById(HEADER_SLOT)?.parentElement?.offsetHeight ?? 0;
    const observer = new IntersectionObserver(
      (entries) => {
        // When a sheet closes, the page scrolls twice in one frame; the last entry counts.
        const entry = entries.at(-1);
        if (entry) setIsAway(!entry.isIntersecting && entry.boundingClientRect.top < header);
      },
      { rootMargin: `-${header}px 0px 0px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAway;
}

/** Goes to the previous page; a newly opened tab has none and goes to the section that lists the ticker. */
function useGoBack(section: string): () => void {
  const navigate = useNavigate();
  return () => (window.history.length > 1 ? navigate(-1) : navigate(section));
}
