import { Combobox } from '@mantine/core';
import { typeName } from '~/market/format';
import { Change } from '../Change';
import { Monogram } from '../Monogram';
import classes from './TickerSearch.module.css';
import type { TickerSearchResult } from './useTickerSearch';

/** The list under the box: hits, 'Loading...' while they come, 'No results found' for none. */
export function Options({ suggestions: { hits, loading, settled } }: { suggestions: TickerSearchResult }) {
  return (
    <Combobox.Options mah="18.75rem" className={classes.options} aria-label="Tickers">
      {hits.map((hit) => (
        <Combobox.Option key={hit.id} value={hit.symbol} className={classes.option}>
          <Monogram of={hit} size={32} />
          <span className={classes.names}>
            <strong>{hit.symbol}</strong>
            <span>
              {hit.name} · {typeName(hit.type)}
            </span>
          </span>
          <Change value={hit.change24h} />
        </Combobox.Option>
      ))}
      {loading && <Combobox.Empty>Loading...</Combobox.Empty>}
      {hits.length === 0 && settled && <Combobox.Empty>No results found</Combobox.Empty>}
    </Combobox.Options>
  );
}
