import { type KeyboardEvent, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useLatestOnly } from '~/hooks/useLatestOnly';
import { paths } from '~/paths';
import type { Dropdown, FieldAttributes } from './SearchDropdown';
import classes from './TickerSearch.module.css';
import { FOLLOW, FOLLOWED_STATE, useFollowAndOpen } from './useFollow';
import { useListings } from './useListings';
import { bestSymbol, useHits, useTickerSearch } from './useTickerSearch';

const SearchDropdown = retryingLazy(() => import('./SearchDropdown'));

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
  // Stays mounted after the field had the focus, so that the dropdown fades out.
  const [wasActive, setWasActive] = useState(false);
  if (isActive && !wasActive) setWasActive(true);
  const field = useRef<HTMLInputElement>(null);
  const dropdown = useRef<Dropdown>(null);
  const [attributes, setAttributes] = useState<FieldAttributes>();

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
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Enter on a highlighted suggestion is handled by the dropdown; otherwise it submits the text.
    if (event.key === 'Escape') {
      lookups.cancel();
      follow.cancel();
    }
    if (event.key === 'Enter' && !dropdown.current?.hasSelection()) void submit();
    dropdown.current?.onKeyDown(event);
  };

  return (
    <search className={classes.search}>
      <div className={classes.box}>
        <Icon name="search" size={20} />
        <input
          ref={field}
          className={classes.input}
          value={input}
          placeholder="Enter ticker symbol (e.g., AAPL, BTC, SPY)"
          aria-label="Search for a ticker"
          aria-haspopup="listbox"
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
            dropdown.current?.clearSelection();
            setIsActive(true);
          }}
          onFocus={() => setIsActive(true)}
          onBlur={() => setIsActive(false)}
          onKeyDown={onKeyDown}
          {...attributes}
        />
      </div>
      <Button
        className={classes.submit}
        variant={quiet ? 'default' : 'filled'}
        loading={follow.isPending}
        onClick={() => submit()}
      >
        Analyze
      </Button>
      {wasActive && (
        <LazyBoundary silent>
          <SearchDropdown
            {...{ field, dropdown, suggestions, listings }}
            isOpen={isDropdownOpen}
            onOpened={setIsActive}
            onAttributes={setAttributes}
            onChoose={choose}
          />
        </LazyBoundary>
      )}
    </search>
  );
}
