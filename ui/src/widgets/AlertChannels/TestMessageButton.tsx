import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { alertChannelsQuery } from '~/api/queries';
import { useAction } from '~/api/useAction';
import { WriteButton } from '../WriteButton';
import classes from './TestMessageButton.module.css';
import { type Answer, TestResult, testResult } from './TestResult';

interface Props {
  /** Where it goes: the channels that carry a way, or one of them. */
  channels: readonly string[];
  /** What the button sends a test to, for screen readers. */
  name: string;
}

/** Sends a test through channels, and shows what each of them answered. */
export function TestMessageButton({ channels, name }: Props) {
  const {
    mutate,
    isPending,
    data: answers,
  } = useAction({
    send: () => Promise.all(channels.map(sendTest)),
    refresh: [alertChannelsQuery.queryKey],
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
      <div role="status">
        {!isPending &&
          answers?.map(({ channel, ...answer }) => (
            <TestResult key={channel} {...answer} of={channels.length > 1 ? channel : null} />
          ))}
      </div>
    </>
  );
}

/** What a channel answered; a call that fails is an answer, too. */
async function sendTest(channel: string): Promise<Answer & { channel: string }> {
  try {
    const test = await call('post', '/api/alert-channels/{name}/test', { path: { name: channel } });
    return { channel, ...testResult(test) };
  } catch (cause) {
    const text = cause instanceof ApiError ? cause.detail : String(cause);
    return { channel, arrived: false, text };
  }
}
