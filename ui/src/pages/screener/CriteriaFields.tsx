import { useEffect, useRef, useState } from 'react';
import { watchlistsQuery } from '~/api/queries';
import type { ScreenerResult } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { SelectField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
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

/** On a phone, a button with the number of criteria, which opens them in a sheet. */
export function CriteriaButton({ screen, result }: Props) {
  const [opened, setOpened] = useState(false);
  const count = criteriaCount(screen.params);
  return (
    <Popup
      label="Criteria"
      tall
      opened={opened}
      onChange={setOpened}
      className={classes.sheet}
      trigger={
        <Button variant="default" className={classes.criteria} leftSection={<Icon name="filter" size={16} />}>
          <span className={count > 0 ? 'visually-hidden' : undefined}>Criteria</span> {count || null}
        </Button>
      }
    >
      <CriteriaFields screen={screen} result={result} />
    </Popup>
  );
}

/** A field for each criterion. */
export function CriteriaFields({ screen, result }: Props) {
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
