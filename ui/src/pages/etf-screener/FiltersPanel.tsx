import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EtfRow } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlText } from '~/hooks/useUrlChoice';
import { displayCurrencyOf } from '~/market/displayCurrency';
import { AumFilter } from './AumFilter';
import { CategoryFilter } from './CategoryFilter';
import classes from './EtfScreenerPage.module.css';
import { ExpenseFilter } from './ExpenseFilter';
import { activeCount } from './filterText';
import type { Filters } from './screener';
import { useReset } from './useFilters';

interface Props {
  filters: Filters;
  /** All funds, for the counts per category. */
  funds: readonly EtfRow[];
}

/** SCRN-01: the filters; on a phone behind a button with the number of active filters. */
export function FiltersPanel({ filters, funds }: Props) {
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  const active = activeCount(filters);
  if (!phone) {
    return (
      <Panel title="Filters" className={classes.rail}>
        <Fields filters={filters} funds={funds} />
      </Panel>
    );
  }
  return (
    <Panel label="Filters" className={classes.rail}>
      <Button
        variant="default"
        aria-expanded={open}
        aria-controls="etf-filters"
        leftSection={<Icon name="filter" size={16} />}
        rightSection={<Icon name={open ? 'close' : 'down'} size={16} />}
        onClick={() => setOpen(!open)}
      >
        {active > 0 ? `Filters (${active} active)` : 'Filters'}
      </Button>
      <div id="etf-filters" hidden={!open} className={classes.folded}>
        {open && <Fields filters={filters} funds={funds} />}
      </div>
    </Panel>
  );
}

function Fields({ filters, funds }: Props) {
  const [text, setText] = useUrlText('q');
  const reset = useReset();
  return (
    <div className={classes.fields}>
      <TextInput
        type="search"
        label="Search"
        placeholder="Name or symbol"
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <AumFilter currency={funds.length > 0 ? displayCurrencyOf(funds) : undefined} />
      <ExpenseFilter />
      <CategoryFilter funds={funds} />
      <Button
        variant="default"
        disabled={activeCount(filters) === 0 && filters.tab === 'all'}
        onClick={reset}
      >
        Reset filters
      </Button>
    </div>
  );
}
