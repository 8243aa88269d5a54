import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { SelectField } from '~/components/form/fields';
import { listChoices } from '~/market/lists';
import classes from './AlertForm.module.css';

interface Props {
  /** The id of the selected list; empty for a single asset. */
  list: string;
  onChange: (list: string) => void;
}

/** Selects a list instead of one asset: each of its tickers is checked separately. */
export function ListField({ list, onChange }: Props) {
  const { data: lists } = useQuery(watchlistsQuery);
  const select = useRef<HTMLSelectElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (!lists || lists.length === 0) return null;
  const change = (to: string) => {
    flushSync(() => onChange(to));
    (to ? select : button).current?.focus();
  };
  return (
    <>
      {list !== '' && (
        <SelectField
          ref={select}
          label="Any ticker in the list"
          choices={listChoices(lists)}
          value={list}
          onChange={onChange}
        />
      )}
      <button
        ref={button}
        type="button"
        className={`link-button ${classes.swap}`}
        onClick={() => change(list === '' ? String(lists[0]?.id ?? '') : '')}
      >
        {list === '' ? 'Any ticker in a list' : 'One asset'}
      </button>
    </>
  );
}
