import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { alertChannelsQuery } from '~/api/queries';
import { useAction } from '~/api/useAction';
import { WriteButton } from '../WriteButton';
import classes from './TestMessageButton.module.css';
import { type Answer, TestResult, testResult } from './TestResult';

interface Props {
  /** The channels to test: all channels of a delivery method, or a single one. */
  channels: readonly string[];
  /** The target of the test, for screen readers. */
  name: string;
}

/** Sends a test message through channels and shows the result of each. */
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
            // The button stays enabled, because a disabled button loses focus.
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
            <TestResult key={channel} {...answer} channelName={channels.length > 1 ? channel : null} />
          ))}
      </div>
    </>
  );
}

/** Tests a channel; a failed request is a result too. */
async function sendTest(channel: string): Promise<Answer & { channel: string }> {
  try {
    const test = await call('post', '/api/alert-channels/{name}/test', { path: { name: channel } });
    return { channel, ...testResult(test) };
  } catch (cause) {
    const text = cause instanceof ApiError ? cause.detail : String(cause);
    return { channel, arrived: false, text };
  }
}
