import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { meQuery } from '~/widgets/people';
import classes from '../channels/Channels.module.css';
import { BrowsersPanel } from './BrowsersPanel';
import { NoPassword } from './NoPassword';
import { OwnPassword } from './OwnPassword';
import { TokensPanel } from './TokensPanel';
import { TokenUse } from './TokenUse';
import { accessQuery } from './useAccess';

/** Access: password, tokens of programs, and signed-in browsers. */
export default function AccessSection() {
  const query = useQuery(accessQuery);
  const canChangePassword = useQuery(meQuery).data?.canChangePassword;
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <h2>Access</h2>
        <p>Password for people, tokens for programs.</p>
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
        {({ asksPassword, tokens, sessions }) =>
          asksPassword ? (
            <div className={classes.columns}>
              <div className={classes.column}>
                <TokensPanel tokens={tokens} />
                <BrowsersPanel sessions={sessions} />
                {canChangePassword && <OwnPassword />}
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
