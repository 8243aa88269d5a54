import classes from './ChannelDot.module.css';
import type { ChannelState } from './channelState';

/** The state of a channel: a dot and a sentence. */
export function ChannelDot({ state: { tone, text } }: { state: ChannelState }) {
  return (
    <span className={classes.state} data-tone={tone}>
      <span className={classes.dot} aria-hidden="true" />
      {text}
    </span>
  );
}
