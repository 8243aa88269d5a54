import { type KeyboardEvent, useRef, useState } from 'react';
import type { TickerDetail } from '~/api/types';
import { TextField } from '~/components/form/fields';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useLatestOnly } from '~/hooks/useLatestOnly';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import type { Dropdown, FieldAttributes } from '~/widgets/TickerSearch/SearchDropdown';
import { FOLLOW, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import { useListings } from '~/widgets/TickerSearch/useListings';
import { bestSymbol, type TickerSearchResult, useHits } from '~/widgets/TickerSearch/useTickerSearch';
import classes from './AlertForm.module.css';

const SearchDropdown = retryingLazy(() => import('~/widgets/TickerSearch/SearchDropdown'));

interface Props {
  symbol: string;
  /** Matches for the text so far. */
  suggestions: TickerSearchResult;
  /** True if the symbol is an exact match; Enter then selects nothing. */
  isKnown: boolean;
  error: string | undefined;
  onChange: (symbol: string) => void;
}

/**
 * ALRT-02: the asset field, with followed tickers and listings that can be followed. Enter picks the best match and
 * never submits the form.
 */
export function AssetField({ symbol, suggestions, isKnown, error, onChange }: Props) {
  const hitsOf = useHits();
  const [isActive, setIsActive] = useState(false);
  const listings = useListings(isActive ? symbol : '', suggestions);
  const isDropdownOpen = isActive && !isKnown && suggestions.settled;
  const [wasActive, setWasActive] = useState(false);
  if (isActive && !wasActive) setWasActive(true);
  const field = useRef<HTMLInputElement>(null);
  const dropdown = useRef<Dropdown>(null);
  const [attributes, setAttributes] = useState<FieldAttributes>();
  const pick = (chosen: string) => {
    setIsActive(false);
    onChange(chosen);
  };
  const follow = useFollowAndOpen(pick);
  const lookups = useLatestOnly();
  const choose = (value: string) =>
    value.startsWith(FOLLOW) ? follow.start(value.slice(FOLLOW.length)) : pick(value);
  const best = async () => {
    const input = symbol.trim();
    if (!input) return;
    const isLatest = lookups.start();
    const hits = await hitsOf(input);
    if (!isLatest()) return;
    const [listing] = listings.found;
    if (hits.length === 0 && listing) follow.start(listing.symbol);
    else pick(bestSymbol(input, hits));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // The dropdown handles a highlighted option.
      const isHighlighted = isDropdownOpen && dropdown.current?.hasSelection();
      if (!isHighlighted && !isKnown) void best();
    }
    dropdown.current?.onKeyDown(event);
  };
  return (
    <div className={classes.field}>
      <TextField
        ref={field}
        label="Asset"
        value={symbol}
        error={error}
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="AAPL, BTC, SPY"
        aria-haspopup="listbox"
        onChange={(next) => {
          setIsActive(true);
          lookups.cancel();
          follow.cancel();
          dropdown.current?.clearSelection();
          onChange(next);
        }}
        onFocus={() => setIsActive(true)}
        onBlur={() => setIsActive(false)}
        onKeyDown={onKeyDown}
        {...attributes}
      />
      {wasActive && (
        <LazyBoundary silent>
          <SearchDropdown
            {...{ field, dropdown, suggestions, listings }}
            isOpen={isDropdownOpen}
            minWidth="min(22rem, 90vw)"
            onOpened={setIsActive}
            onAttributes={setAttributes}
            onChoose={choose}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

/** The name and current price of the asset. */
export function AssetNow({ ticker }: { ticker: TickerDetail }) {
  return (
    <p className={classes.now}>
      <span>{ticker.name}</span>
      <LivePrice ticker={ticker} />
      <LiveChange ticker={ticker} />
    </p>
  );
}
