import type { ChannelTest } from '~/api/types';
import { Icon } from '~/components/Icon';
import { asSentence, tookText } from './channelState';
import classes from './TestResult.module.css';

export interface Answer {
  arrived: boolean;
  text: string;
}

/** Converts a test result to text. */
export const testResult = ({ delivered, answer, tookMs }: ChannelTest): Answer => ({
  arrived: delivered,
  text: `${asSentence(answer)}, in ${tookText(tookMs)}.`,
});

/** The result of a test; `channelName` is given if there are several channels. */
export function TestResult({ arrived, text, channelName = null }: Answer & { channelName?: string | null }) {
  return (
    <p className={classes.answer} data-arrived={arrived}>
      <Icon name={arrived ? 'check' : 'warning'} size={14} />
      <span>
        {channelName && `${channelName}: `}
        {arrived ? 'Test arrived' : 'Test failed'}. {text}
      </span>
    </p>
  );
}
