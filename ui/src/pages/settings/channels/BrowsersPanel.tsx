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
import { SendTest } from '~/widgets/AlertChannels/SendTest';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './Channels.module.css';
import { CannotPush, fingerprint, subscribe, unsubscribe, whyNoPush } from './thisBrowser';

const THIS_BROWSER = ['this-browser'];
const refresh = [THIS_BROWSER, alertChannelsQuery.queryKey];

/** Browsers that show alerts with the page closed, and the way for this one to be among them. */
export function BrowsersPanel({ browsers }: { browsers: readonly AlertChannel[] }) {
  const own = useQuery({ queryKey: THIS_BROWSER, queryFn: fingerprint, gcTime: 0 });
  const isOwn = (browser: AlertChannel) => browser.fingerprint !== null && browser.fingerprint === own.data;
  const why = whyNoPush();
  // Problems that the reader can solve are shown next to the button.
  const failed = (cause: Error) => !(cause instanceof CannotPush) && errorText(cause);
  const add = useAction({
    send: subscribe,
    refresh,
    done: (name) => ['Push is on', `Alerts with delivery Push are shown here, as ${name}.`],
    failed,
  });
  const remove = useAction({
    send: async (browser: AlertChannel) => {
      await call('delete', '/api/alert-browsers/{name}', { path: { name: browser.channel } });
      if (isOwn(browser)) await unsubscribe();
    },
    refresh,
    failed,
  });
  const mine = browsers.find(isOwn);
  const button = useRef<HTMLButtonElement>(null);
  // It is not disabled meanwhile, and stays where it is: a button that is not there loses the focus.
  const toggle = () => {
    if (add.isPending || remove.isPending) return;
    if (mine) remove.mutate(mine);
    else add.mutate();
  };
  return (
    <Panel title="Browsers">
      <p className={classes.text}>
        Get push alerts in this browser, even while Marketdeck is closed. They travel encrypted through the
        push service of the browser's maker.
      </p>
      {why === null ? (
        <WriteButton ref={button} className={classes.add} variant="default" onClick={toggle}>
          {mine ? 'Show no alerts in this browser' : 'Show alerts in this browser'}
        </WriteButton>
      ) : (
        <p className={classes.text}>{why}</p>
      )}
      <div role="status" className={`${classes.text} ${classes.told}`}>
        {add.error instanceof CannotPush && add.error.message}
      </div>
      {browsers.length > 0 && (
        <ul className={classes.browsers} aria-label="Browsers">
          {browsers.map((browser) => (
            <Browser
              key={browser.channel}
              browser={browser}
              isOwn={browser === mine}
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
  isOwn: boolean;
  onRemove: () => void;
}

function Browser({ browser, isOwn, onRemove }: Props) {
  const now = useMarketNow();
  const { channel: name, target } = browser;
  return (
    <li>
      <div className={classes.name}>
        <h3>
          {name} {isOwn && <span className={classes.badge}>This browser</span>}
        </h3>
        <ChannelDot state={channelState(browser, now)} />
        <span className={classes.text}>By {target}</span>
      </div>
      <div className={classes.actions}>
        <SendTest name={name} channels={[name]} />
        {!isOwn && (
          <WriteButton variant="default" size="compact-sm" onClick={onRemove}>
            Take out<span className="visually-hidden"> {name}</span>
          </WriteButton>
        )}
      </div>
    </li>
  );
}
