import { Combobox, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { useLatestStep } from '~/hooks/useLatestStep';
import { paths } from '~/paths';
import { FOLLOW, Options } from './Options';
import classes from './TickerSearch.module.css';
import { FOLLOWED_STATE, useFollowAndOpen } from './useFollow';
import { useListings } from './useListings';
import { bestSymbol, useHits, useTickerSearch } from './useTickerSearch';

/** SRCH-01. */
const MIN_LENGTH = 2;

interface Props {
  /** Called after the search led somewhere: a dialog closes then. */
  onDone?: () => void;
  /** Takes the focus when the dialog around it opens. */
  autoFocus?: boolean;
  /** Asked when the field gets the focus: what was typed until then. */
  typedAhead?: () => { text: string; entered: boolean };
  /** Beside another primary action. */
  quiet?: boolean;
  /** What was looked for before, on the page that says it was not found. */
  initial?: string;
}

/**
 * The search box with its 'Analyze' button and suggestions (SRCH-01 to SRCH-04). A symbol is opened as it was
 * typed; a name leads to the best match.
 */
export function TickerSearch({ onDone, autoFocus = false, typedAhead, quiet = false, initial = '' }: Props) {
  const navigate = useNavigate();
  const [input, setInput] = useState(initial);
  const suggestions = useTickerSearch(input, MIN_LENGTH);
  const hitsOf = useHits();
  const [wanted, setWanted] = useState(false);
  // What stands in the field from before asks no provider: only somebody at the field does.
  const listings = useListings(wanted ? input : '', suggestions);
  // Open only with something to show: an empty list would swallow the Escape of a dialog around it.
  const opened = wanted && (suggestions.loading || suggestions.settled);
  // From the first time on it stays, to fade out: before that it would be placed, which lays the page out.
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  const combobox = useCombobox({
    opened,
    onOpenedChange: setWanted,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });

  const go = (symbol: string, options?: NavigateOptions) => {
    setWanted(false);
    navigate(paths.ticker(symbol), options);
    onDone?.();
  };
  const follow = useFollowAndOpen((symbol) => go(symbol, FOLLOWED_STATE));
  const steps = useLatestStep();
  const choose = (value: string) =>
    value.startsWith(FOLLOW) ? follow.start(value.slice(FOLLOW.length)) : go(value);
  const submit = async (typed = input) => {
    const text = typed.trim();
    if (!text) return;
    setWanted(false);
    if (text.length < MIN_LENGTH) return go(text);
    const isWanted = steps.begin();
    const hits = await hitsOf(text);
    if (isWanted()) go(bestSymbol(text, hits));
  };
  const onFocus = () => {
    setWanted(true);
    const typed = typedAhead?.();
    if (!typed?.text) return;
    setInput(typed.text);
    if (typed.entered) void submit(typed.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter on a highlighted suggestion is the combobox's; otherwise it submits the text.
    if (event.key === 'Escape') {
      steps.drop();
      follow.drop();
    }
    if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) void submit();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      transitionProps={{ duration: 150, transition: 'fade' }}
      shadow="md"
    >
      <search className={classes.search}>
        <div className={classes.box}>
          <Icon name="search" size={20} />
          <Combobox.EventsTarget>
            <input
              className={classes.input}
              value={input}
              placeholder="Enter ticker symbol (e.g., AAPL, BTC, SPY)"
              aria-label="Search for a ticker"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={64}
              data-autofocus={autoFocus || undefined}
              onChange={(event) => {
                setInput(event.currentTarget.value);
                steps.drop();
                follow.drop();
                combobox.resetSelectedOption();
                setWanted(true);
              }}
              onFocus={onFocus}
              onBlur={() => setWanted(false)}
              onKeyDown={onKeyDown}
            />
          </Combobox.EventsTarget>
        </div>
        <Button
          className={classes.submit}
          variant={quiet ? 'default' : 'filled'}
          loading={follow.isPending}
          onClick={() => submit()}
        >
          Analyze
        </Button>
        <Combobox.DropdownTarget>
          <div className={classes.anchor} />
        </Combobox.DropdownTarget>
      </search>
      {wasOpened && (
        <Combobox.Dropdown hidden={!opened}>
          <Options suggestions={suggestions} listings={listings} />
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}
