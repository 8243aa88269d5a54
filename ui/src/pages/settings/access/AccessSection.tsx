import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { meQuery } from '~/widgets/people';
import classes from '../channels/Channels.module.css';
import { BrowsersPanel } from './BrowsersPanel';
import { NoPassword } from './NoPassword';
import { OwnPassword } from './OwnPassword';
import { PasskeysPanel } from './PasskeysPanel';
import { TokensPanel } from './TokensPanel';
import { TokenUse } from './TokenUse';
import { accessQuery } from './useAccess';

/** Access: password and passkeys of people, tokens of programs, and signed-in browsers. */
export default function AccessSection() {
  const query = useQuery(accessQuery);
  const me = useQuery(meQuery).data;
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <h2>Access</h2>
        <p>Password and passkeys for people, tokens for programs.</p>
      </div>
      <QueryState
        query={query}
        skeleton={
          <Panel label="Access">
            <RowSkeletons rows={4} height={60} />
          </Panel>
        }
        errorText="Couldn't load the access settings."
      >
        {({ asksPassword, tokens, sessions, passkeys }) =>
          asksPassword ? (
            <div className={classes.columns}>
              <div className={classes.column}>
                <TokensPanel tokens={tokens} />
                {me?.signIn !== 'proxy' && <PasskeysPanel passkeys={passkeys} />}
                <BrowsersPanel sessions={sessions} />
                {me?.canChangePassword && <OwnPassword />}
              </div>
              <TokenUse />
            </div>
          ) : (
            <NoPassword />
          )
        }
      </QueryState>
    </div>
  );
}
