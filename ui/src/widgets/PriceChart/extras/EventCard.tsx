import { useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '~/components/Icon';
import { directionOf, formatPercent } from '~/market/format';
import classes from './Extras.module.css';
import type { EventText } from './eventText';

/** Sizes of the card and its distance from the mark, in rem. */
const WIDTH = 16.5;
const GAP = 0.625;
/** Maximum number of events on a card; the rest are counted. */
const MAX_EVENTS = 3;

interface Props {
  /** At least one text. */
  texts: readonly EventText[];
  /** The position of the mark from the left edge of the plot, 0 to 1. */
  position: number;
  /** Width of the plot, in rem. */
  width: number;
  pinned: boolean;
  onClose: () => void;
}

/**
 * The left edge of a card in rem: to the left of the vertical line of its mark, else to its right, else within the
 * plot.
 */
function leftOf(position: number, width: number): number {
  const at = position * width;
  if (at - GAP - WIDTH >= 0) return at - GAP - WIDTH;
  return at + GAP + WIDTH <= width ? at + GAP : Math.max(0, Math.min(width - WIDTH, at - WIDTH / 2));
}

/**
 * Describes events next to the vertical line of their mark: above the mark, or below it where the card would hide the
 * price.
 */
export function EventCard({ texts, position, width, pinned, onClose }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  useLayoutEffect(() => {
    const box = card.current;
    const pane = box?.closest('[data-stage]')?.querySelector<HTMLElement>('[data-pane]');
    if (box && pane) setBelow(box.offsetTop < pane.offsetTop + pane.offsetHeight);
  }, []);
  const more = texts.length - MAX_EVENTS;
  return (
    <div
      ref={card}
      className={classes.card}
      data-pinned={pinned || undefined}
      data-below={isBelow || undefined}
      style={{ left: `${leftOf(position, width)}rem` }}
    >
      {texts.slice(0, MAX_EVENTS).map((text) => (
        <div key={`${text.letter} ${text.when} ${text.title}`} className={classes.event}>
          <p className={classes.when}>
            <span>{text.head}</span>
            <span>{text.when}</span>
          </p>
          <p className={classes.what}>
            {text.url && pinned ? (
              <a href={text.url} target="_blank" rel="noreferrer">
                {text.title}
              </a>
            ) : (
              text.title
            )}
          </p>
          {text.facts.length > 0 && (
            <dl className={classes.facts}>
              {text.facts.map(({ name, value, change }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="num">{value}</dd>
                  {typeof change === 'number' && (
                    <dd className={`num ${directionOf(change)}`}>{formatPercent(change)}</dd>
                  )}
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
      {more > 0 && <p className={classes.when}>and {more} more</p>}
      {pinned && (
        <button type="button" className={classes.close} aria-label="Close the event" onClick={onClose}>
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}
