import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { alertChannelsQuery } from '~/api/queries';
import { Icon } from '~/components/Icon';
import { WriteButton } from '../WriteButton';
import { asSentence, tookText } from './channelState';
import classes from './SendTest.module.css';

interface Props {
  /** Where it goes: the channels that carry a way, or one of them. */
  channels: readonly string[];
  /** What the button sends a test to, for screen readers. */
  name: string;
}

/** Sends a test through channels, and shows what each of them answered. */
export function SendTest({ channels, name }: Props) {
  const client = useQueryClient();
  const {
    mutate,
    isPending,
    data: answers,
  } = useMutation({
    mutationFn: () => Promise.all(channels.map(sendTest)),
    onSettled: () => client.invalidateQueries({ queryKey: alertChannelsQuery.queryKey }),
  });
  return (
    <>
      <span className={classes.button}>
        <WriteButton
          variant="default"
          size="compact-sm"
          onClick={() => {
            // It is not disabled meanwhile: a button that is loses the focus.
            if (!isPending) mutate();
          }}
        >
          {isPending ? 'Sending…' : 'Send test'}
          <span className="visually-hidden"> to {name}</span>
        </WriteButton>
      </span>
      <div role="status" className={classes.answers}>
        {!isPending &&
          answers?.map(({ channel, arrived, text }) => (
            <p key={channel} data-arrived={arrived}>
              <Icon name={arrived ? 'check' : 'warning'} size={14} />
              <span>
                {channels.length > 1 && `${channel}: `}
                {arrived ? 'Test arrived' : 'Test failed'}. {text}
              </span>
            </p>
          ))}
      </div>
    </>
  );
}

interface Answer {
  channel: string;
  arrived: boolean;
  text: string;
}

/** What a channel answered; a call that fails is an answer, too. */
async function sendTest(channel: string): Promise<Answer> {
  try {
    const test = await call('post', '/api/alert-channels/{name}/test', { path: { name: channel } });
    const { delivered, answer, tookMs } = test;
    return { channel, arrived: delivered, text: `${asSentence(answer)}, in ${tookText(tookMs)}.` };
  } catch (cause) {
    const text = cause instanceof ApiError ? cause.detail : String(cause);
    return { channel, arrived: false, text };
  }
}
