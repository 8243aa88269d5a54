import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { SourceRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import classes from './SourcesPage.module.css';
import { requestLimit, stateText } from './sources';

interface Props {
  sources: readonly SourceRow[];
  isSample: boolean;
}

/** All sources with state, delay, limits and terms. The source in the URL's fragment is scrolled into view and highlighted. */
export function SourceTable({ sources, isSample }: Props) {
  const selected = useLocation().hash.slice(1);
  useEffect(() => {
    document.getElementById(selected)?.scrollIntoView({ block: 'center' });
  }, [selected]);
  return (
    <Panel title="Sources">
      <table className={classes.table} aria-label="Sources">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">State</th>
            <th scope="col">Delay</th>
            <th scope="col">Requests</th>
            <th scope="col">Terms</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <Row
              key={source.name}
              source={source}
              isSample={isSample}
              isSelected={source.name === selected}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

interface RowProps {
  source: SourceRow;
  isSample: boolean;
  isSelected: boolean;
}

function Row({ source, isSample, isSelected }: RowProps) {
  const { name, title, table, delay, limit, terms, termsUrl, unusedReason, lastError, state, used } = source;
  return (
    <tr id={name} data-selected={isSelected || undefined}>
      <th scope="row">
        <strong>{title}</strong>
        {table && <small>{`[providers.${table}]`}</small>}
      </th>
      <td data-title="State">
        <span className={classes.state} data-state={used ? (state ?? 'unknown') : 'unused'}>
          {stateText(source, isSample)}
        </span>
        <small>{unusedReason ?? lastError}</small>
      </td>
      <td data-title="Delay">{delay}</td>
      <td data-title="Requests">
        {requestLimit(source) || (table ? 'Sends data without requests' : 'None')}
        {limit && <small>{`Published limit: ${limit.charAt(0).toLowerCase()}${limit.slice(1)}`}</small>}
      </td>
      <td data-title="Terms">
        {terms}{' '}
        {termsUrl && (
          <a href={termsUrl} target="_blank" rel="noreferrer" aria-label={`Terms of ${title}`}>
            Terms
          </a>
        )}
      </td>
    </tr>
  );
}
