import { useEffect, useRef, useState } from 'react';
import { watchlistsQuery } from '~/api/queries';
import type { ScreenerResult } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { SelectField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { useIsPhone } from '~/hooks/useIsPhone';
import { listChoices } from '~/market/lists';
import { criteriaCount, NUMBERS, WORDS } from './criteria';
import { RangeField } from './RangeField';
import classes from './ScreenerPage.module.css';
import type { ScreenInUrl } from './useScreen';
import { WordsField } from './WordsField';

interface Props {
  screen: ScreenInUrl;
  result: ScreenerResult | undefined;
}

/** The criteria; on a phone behind a button with their number. */
export function CriteriaPanel({ screen, result }: Props) {
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  const count = criteriaCount(screen.params);
  if (!phone) {
    return (
      <Panel title="Criteria" className={classes.rail}>
        <Fields screen={screen} result={result} />
      </Panel>
    );
  }
  return (
    <Panel label="Criteria" className={classes.rail}>
      <Button
        variant="default"
        aria-expanded={open}
        aria-controls="screener-criteria"
        leftSection={<Icon name="filter" size={16} />}
        rightSection={<Icon name={open ? 'close' : 'down'} size={16} />}
        onClick={() => setOpen(!open)}
      >
        {count > 0 ? `Criteria (${count})` : 'Criteria'}
      </Button>
      <div id="screener-criteria" hidden={!open} className={classes.folded}>
        {open && <Fields screen={screen} result={result} />}
      </div>
    </Panel>
  );
}

function Fields({ screen, result }: Props) {
  const { params, query, open, setValues } = screen;
  const [showsAll, setShowsAll] = useState(false);
  const isUsed = (name: string) => params.getAll(name).some((value) => value !== '');
  const used = NUMBERS.filter(({ name }) => isUsed(name))
    .map(({ name }) => name)
    .join();
  const box = useRef<HTMLDivElement>(null);
  // Used criteria come first, but a field doesn't move while one types in it.
  const [first, setFirst] = useState(used);
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) setFirst(used);
  }, [used]);
  const isFirst = (name: string) => first.split(',').includes(name);
  const shown = NUMBERS.filter(({ name, isMain }) => showsAll || isMain || isUsed(name)).sort(
    (a, b) => Number(isFirst(b.name)) - Number(isFirst(a.name)),
  );
  return (
    <div ref={box} className={classes.fields}>
      <UniverseField screen={screen} />
      {shown.map((criterion) => (
        <RangeField key={criterion.name} criterion={criterion} />
      ))}
      {!showsAll && shown.length < NUMBERS.length && (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          More criteria
        </button>
      )}
      {WORDS.map(({ name, label, values }) => (
        <WordsField
          key={name}
          label={label}
          values={result?.[values] ?? []}
          selected={params.getAll(name)}
          onChange={(selected) => setValues(name, selected)}
        />
      ))}
      <Button variant="default" disabled={query === ''} onClick={() => open('')}>
        Reset criteria
      </Button>
    </div>
  );
}

/** The tickers that are searched: all stocks, the S&P 500, or a watchlist. */
function UniverseField({ screen: { params, setUniverse } }: Pick<Props, 'screen'>) {
  const { data: lists = [] } = useQuery(watchlistsQuery);
  const list = params.get('list');
  const choices = [
    { value: 'stocks', label: 'All stocks' },
    { value: 'sp500', label: 'S&P 500' },
    ...listChoices(lists),
  ];
  const isKnown = list !== null && lists.some(({ id }) => String(id) === list);
  if (list && !isKnown) choices.push({ value: list, label: `Watchlist ${list}` });
  return (
    <SelectField
      label="Search in"
      choices={choices}
      value={list || (params.get('universe') === 'sp500' ? 'sp500' : 'stocks')}
      onChange={setUniverse}
    />
  );
}
