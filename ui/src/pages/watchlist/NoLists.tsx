import { useRef } from 'react';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { WriteButton } from '~/widgets/WriteButton';
import { ListFileField } from './ListFileField';
import type { Entries } from './parseEntries';
import { Suggestions } from './Suggestions';
import classes from './WatchlistPage.module.css';

interface Props {
  onCreate: () => void;
  /** Called with the entries of a file, for a new list. */
  onImport: (list: Entries) => void;
}

/** WTCH-02: the page without lists: ways to create the first one, and popular tickers to begin with. */
export function NoLists({ onCreate, onImport }: Props) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <Panel label="Watchlists">
      <EmptyState
        text="No Watchlists Found"
        icon="star"
        hint="Create one for the tickers you follow, or add a popular one."
      >
        <div className={classes.start}>
          <WriteButton onClick={onCreate}>Create Watchlist</WriteButton>
          <WriteButton variant="default" onClick={() => file.current?.click()}>
            Import from a file
          </WriteButton>
        </div>
      </EmptyState>
      <ListFileField field={file} onList={async (list) => onImport(list)} />
      <Suggestions />
    </Panel>
  );
}
