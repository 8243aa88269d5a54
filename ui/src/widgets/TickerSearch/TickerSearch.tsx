import { Combobox, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { useLatestOnly } from '~/hooks/useLatestOnly';
import { paths } from '~/paths';
import { FOLLOW, Options } from './Options';
import classes from './TickerSearch.module.css';
import { FOLLOWED_STATE, useFollowAndOpen } from './useFollow';
import { useListings } from './useListings';
import { bestSymbol, useHits, useTickerSearch } from './useTickerSearch';

/** SRCH-01: minimum length of a search text. */
const MIN_LENGTH = 2;

interface Props {
  /** Called after navigation, to close a surrounding dialog. */
  onDone?: () => void;
  /** Focuses the field when the surrounding dialog opens. */
  autoFocus?: boolean;
  /** True next to another primary action. */
  quiet?: boolean;
  /** The searched symbol, on the not-found page. */
  initial?: string;
}

/**
 * The search field with its 'Analyze' button and suggestions (SRCH-01 to SRCH-04). A symbol is opened as typed; a name
 * opens the best match.
 */
export function TickerSearch({ onDone, autoFocus = false, quiet = false, initial = '' }: Props) {
  const navigate = useNavigate();
  const [input, setInput] = useState(initial);
  const suggestions = useTickerSearch(input, MIN_LENGTH);
  const hitsOf = useHits();
  const [isActive, setIsActive] = useState(false);
  // Initial text doesn't query the providers; only user input does.
  const listings = useListings(isActive ? input : '', suggestions);
  // Opens only with content: an empty list would swallow the Escape key of a surrounding dialog.
  const isDropdownOpen =
    isActive && (suggestions.loading || suggestions.settled || suggestions.reason !== null);
  // Stays mounted after the first opening, to fade out; mounting it earlier would cost a layout.
  const [wasOpened, setWasOpened] = useState(false);
  if (isDropdownOpen && !wasOpened) setWasOpened(true);
  const combobox = useCombobox({
    opened: isDropdownOpen,
    onOpenedChange: setIsActive,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });

  const go = (symbol: string, options?: NavigateOptions) => {
    setIsActive(false);
    navigate(paths.ticker(symbol), options);
    onDone?.();
  };
  const follow = useFollowAndOpen((symbol) => go(symbol, FOLLOWED_STATE));
  const lookups = useLatestOnly();
  const choose = (value: string) =>
    value.startsWith(FOLLOW) ? follow.start(value.slice(FOLLOW.length)) : go(value);
  const submit = async () => {
    const text = input.trim();
    if (!text) return;
    setIsActive(false);
    if (text.length < MIN_LENGTH) return go(text);
    const isLatest = lookups.start();
    const hits = await hitsOf(text);
    if (isLatest()) go(bestSymbol(text, hits));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter on a highlighted suggestion is handled by the combobox; otherwise it submits the text.
    if (event.key === 'Escape') {
      lookups.cancel();
      follow.cancel();
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
                lookups.cancel();
                follow.cancel();
                combobox.resetSelectedOption();
                setIsActive(true);
              }}
              onFocus={() => setIsActive(true)}
              onBlur={() => setIsActive(false)}
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
        <Combobox.Dropdown hidden={!isDropdownOpen}>
          <Options suggestions={suggestions} listings={listings} />
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}
