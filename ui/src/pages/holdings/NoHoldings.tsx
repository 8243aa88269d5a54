import type { Watchlist } from '~/api/types';
import { ButtonLink } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './NoHoldings.module.css';

interface Props {
  /** Undefined for all lists. */
  list: Watchlist | undefined;
  onImport: () => void;
}

/** Explains how to add the first holdings. */
export default function NoHoldings({ list, onImport }: Props) {
  return (
    <Panel label="Holdings">
      <EmptyState
        icon="coins"
        text={list ? `No holdings in ${list.name}` : 'No holdings yet'}
        hint="Enter a quantity next to a ticker in one of your lists, or import a file from your broker or another program. Value, gain and expected income then follow from the prices here. Nothing leaves this server."
      >
        <div className={classes.actions}>
          <WriteButton onClick={onImport}>Import a file</WriteButton>
          <ButtonLink variant="default" to={list ? `${paths.watchlist}?list=${list.id}` : paths.watchlist}>
            Add to a list
          </ButtonLink>
        </div>
      </EmptyState>
    </Panel>
  );
}
