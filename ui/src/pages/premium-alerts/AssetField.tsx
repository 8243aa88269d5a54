import { Combobox, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { TickerDetail } from '~/api/types';
import { TextField } from '~/components/form/fields';
import { useLatestOnly } from '~/hooks/useLatestOnly';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Options } from '~/widgets/TickerSearch/Options';
import { FOLLOW, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import { useListings } from '~/widgets/TickerSearch/useListings';
import { bestSymbol, type TickerSearchResult, useHits } from '~/widgets/TickerSearch/useTickerSearch';
import classes from './AlertForm.module.css';

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
  const combobox = useCombobox({
    opened: isDropdownOpen,
    onOpenedChange: setIsActive,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The combobox handles a highlighted option.
    if (combobox.getSelectedOptionIndex() >= 0 && isDropdownOpen) return event.preventDefault();
    event.preventDefault();
    if (!isKnown) void best();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md">
      <div className={classes.field}>
        <Combobox.Target>
          <TextField
            label="Asset"
            value={symbol}
            error={error}
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="AAPL, BTC, SPY"
            onChange={(next) => {
              setIsActive(true);
              lookups.cancel();
              follow.cancel();
              combobox.resetSelectedOption();
              onChange(next);
            }}
            onFocus={() => setIsActive(true)}
            onBlur={() => setIsActive(false)}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
      </div>
      <Combobox.Dropdown hidden={!isDropdownOpen} miw="min(22rem, 90vw)">
        <Options suggestions={suggestions} listings={listings} />
      </Combobox.Dropdown>
    </Combobox>
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
