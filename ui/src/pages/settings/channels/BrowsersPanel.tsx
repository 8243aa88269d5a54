import { useRef } from 'react';
import { call } from '~/api/call';
import { alertChannelsQuery } from '~/api/queries';
import type { AlertChannel } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { channelState } from '~/widgets/AlertChannels/channelState';
import { TestMessageButton } from '~/widgets/AlertChannels/TestMessageButton';
import { WriteButton } from '~/widgets/WriteButton';
import { fingerprint, PushError, pushObstacle, subscribe, unsubscribe } from './browserPush';
import classes from './Channels.module.css';

const THIS_BROWSER = ['this-browser'];
const refresh = [THIS_BROWSER, alertChannelsQuery.queryKey];

/** Browsers subscribed to push alerts, and the button for this browser. */
export function BrowsersPanel({ browsers }: { browsers: readonly AlertChannel[] }) {
  const ownFingerprint = useQuery({ queryKey: THIS_BROWSER, queryFn: fingerprint, gcTime: 0 });
  const isThisBrowser = (browser: AlertChannel) =>
    browser.fingerprint !== null && browser.fingerprint === ownFingerprint.data;
  const obstacle = pushObstacle();
  // Problems the user can fix are shown next to the button.
  const failed = (cause: Error) => !(cause instanceof PushError) && errorText(cause);
  const add = useAction({
    send: subscribe,
    refresh,
    done: (name) => ['Push is on', `Push alerts will appear here, as ${name}.`],
    failed,
  });
  const remove = useAction({
    send: async (browser: AlertChannel) => {
      await call('delete', '/api/alert-browsers/{name}', { path: { name: browser.channel } });
      if (isThisBrowser(browser)) await unsubscribe();
    },
    refresh,
    failed,
  });
  const thisBrowser = browsers.find(isThisBrowser);
  const button = useRef<HTMLButtonElement>(null);
  // The button stays enabled and mounted, because a removed button loses focus.
  const toggle = () => {
    if (add.isPending || remove.isPending) return;
    if (thisBrowser) remove.mutate(thisBrowser);
    else add.mutate();
  };
  return (
    <Panel title="Browsers">
      <p className={classes.text}>
        Get push alerts in this browser, even while Marketdeck is closed. They are encrypted and sent through
        your browser vendor's push service.
      </p>
      {obstacle === null ? (
        <WriteButton ref={button} className={classes.add} variant="default" onClick={toggle}>
          {thisBrowser ? 'Turn off alerts in this browser' : 'Turn on alerts in this browser'}
        </WriteButton>
      ) : (
        <p className={classes.text}>{obstacle}</p>
      )}
      <div role="status" className={`${classes.text} ${classes.pushError}`}>
        {add.error instanceof PushError && add.error.message}
      </div>
      {browsers.length > 0 && (
        <ul className={classes.browsers} aria-label="Browsers">
          {browsers.map((browser) => (
            <Browser
              key={browser.channel}
              browser={browser}
              isThisBrowser={browser === thisBrowser}
              onRemove={() => {
                button.current?.focus();
                remove.mutate(browser);
              }}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface Props {
  browser: AlertChannel;
  isThisBrowser: boolean;
  onRemove: () => void;
}

function Browser({ browser, isThisBrowser, onRemove }: Props) {
  const now = useMarketNow();
  const { channel: name, target } = browser;
  return (
    <li>
      <div className={classes.name}>
        <h3>
          {name} {isThisBrowser && <span className={classes.badge}>This browser</span>}
        </h3>
        <ChannelDot state={channelState(browser, now)} />
        <span className={classes.text}>By {target}</span>
      </div>
      <div className={classes.actions}>
        <TestMessageButton name={name} channels={[name]} />
        {!isThisBrowser && (
          <WriteButton variant="default" size="compact-sm" onClick={onRemove}>
            Remove<span className="visually-hidden"> {name}</span>
          </WriteButton>
        )}
      </div>
    </li>
  );
}
