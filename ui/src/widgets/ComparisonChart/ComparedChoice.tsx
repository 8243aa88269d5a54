import { useState } from 'react';
import type { TickerType } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { retryingLazy } from '~/components/layer/retryingLazy';
import tick from '~/components/tick.module.css';
import classes from './ComparisonChart.module.css';
import { type ComparedSymbols, MAX_COMPARED } from './useCompared';

const CompareList = retryingLazy(() => import('../CompareList'));

interface Props {
  /** Label of the group of checkboxes. */
  label: string;
  compared: ComparedSymbols;
  /** Label of the button that opens the search. */
  addLabel: string;
  /** Only tickers of this type can be added. */
  type?: TickerType;
}

/** The compared tickers: a checkbox for each one chosen so far, and a search for others. */
export function ComparedChoice({ label, compared: { chosen, knownSymbols, choose }, addLabel, type }: Props) {
  const [opened, setOpened] = useState(false);
  const isFull = chosen.length >= MAX_COMPARED;
  const toggle = (symbol: string) =>
    choose(chosen.includes(symbol) ? chosen.filter((each) => each !== symbol) : [...chosen, symbol]);
  return (
    <div className={classes.choice}>
      <fieldset className={classes.symbols} aria-label={label}>
        {knownSymbols.map((symbol) => (
          <label key={symbol}>
            <input
              type="checkbox"
              className={tick.tick}
              checked={chosen.includes(symbol)}
              disabled={isFull && !chosen.includes(symbol)}
              onChange={() => toggle(symbol)}
            />
            {symbol}
          </label>
        ))}
      </fieldset>
      <Popup
        label={label}
        width="20rem"
        opened={opened}
        onChange={setOpened}
        tall
        className={classes.dropdown}
        trigger={
          <Button variant="default" className={classes.add} leftSection={<Icon name="plus" size={16} />}>
            <span className="visually-hidden-phone">{addLabel}</span>
          </Button>
        }
      >
        <CompareList
          symbol={chosen.at(-1) ?? knownSymbols[0] ?? ''}
          compared={chosen}
          onChange={choose}
          maxCompared={MAX_COMPARED}
          fullText="Up to five: remove one to add another."
          {...(type && { type })}
        />
      </Popup>
    </div>
  );
}
