import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { useFocusReturn } from '~/components/layer/useFocusReturn';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useLatestOnly } from '~/hooks/useLatestOnly';
import { paths } from '~/paths';
import { endTypeAhead } from '~/state/typeAhead';
import { QuotePreview } from '~/widgets/QuotePreview';
import { FOLLOWED_STATE, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import { bestSymbol, useHits } from '~/widgets/TickerSearch/useTickerSearch';
import { type Item, optionId } from './items';
import { KeyHints } from './KeyHints';
import classes from './Palette.module.css';
import { PaletteList } from './PaletteList';
import { alertUrl, parseSearch } from './parseSearch';
import { useAddToWatchlist } from './useAddToWatchlist';
import { useGroups } from './useGroups';

/** SRCH-01: minimum length of a search text. */
const MIN_LENGTH = 2;
/** Delay before the selected row's quote is fetched, so that passing over rows fetches nothing. */
const QUOTE_DELAY_MS = 200;

/**
 * One search field for tickers, pages and actions, opened with `/` or Ctrl-K. Enter opens an exact symbol, or else the best match
 * (SRCH-02).
 */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  useFocusReturn(true);
  const id = useId();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const hitsOf = useHits();
  const addToWatchlist = useAddToWatchlist();
  const [input, setInput] = useState('');
  const [selectedKey, setSelectedKey] = useState<string>();
  const search = parseSearch(input);
  const { groups, prices, isSearching, isBusy, isSettled, reason, first, named } = useGroups(search, onClose);
  const items = groups.flatMap((group) => group.items);
  const isReady = search.actionsOnly || (isSettled && search.text.length >= MIN_LENGTH);
  // While searching, a cached ticker is highlighted, but Enter still waits for the response.
  const isCachedMatch = isSearching && items[0]?.kind === 'ticker';
  const active =
    items.find(({ key }) => key === selectedKey) ?? (isReady || isCachedMatch ? items[0] : undefined);
  const row = (active?.kind === 'ticker' ? active.row : undefined) ?? first;
  const [previewRow = row] = useDebouncedValue(row, QUOTE_DELAY_MS);
  const hasPane = !isPhone && (previewRow !== undefined || isBusy);

  const open = (symbol: string, options?: NavigateOptions) => {
    navigate(paths.ticker(symbol), options);
    onClose();
  };
  const follow = useFollowAndOpen((symbol) => open(symbol, FOLLOWED_STATE));
  const lookups = useLatestOnly();
  const run = (item: Item) => {
    if (item.kind === 'ticker') open(item.hit.symbol);
    else if (item.kind === 'listing') follow.start(item.listing.symbol);
    else item.run();
  };
  const submit = async (submitted: string) => {
    const { text, actionsOnly } = parseSearch(submitted);
    if (!text) return;
    // Uses the results only if they belong to exactly this text.
    const best = submitted === input && isReady ? items[0] : undefined;
    if (best && best.kind !== 'ticker') return run(best);
    const entry = best ? undefined : named(text);
    if (actionsOnly) return entry && run(entry);
    const isCurrent = lookups.start();
    const hits = text.length < MIN_LENGTH ? [] : await hitsOf(text);
    if (!isCurrent()) return;
    // Prefers a page or action with this name, unless a ticker has the same symbol.
    if (entry && !hits.some(({ symbol }) => symbol.toUpperCase() === text.toUpperCase())) run(entry);
    else open(bestSymbol(text, hits));
  };
  const move = (step: 1 | -1) => {
    const index = active ? items.indexOf(active) : step === 1 ? -1 : 0;
    setSelectedKey(items.at((index + step) % items.length)?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key !== 'Enter') return;
    else if (event.ctrlKey || event.metaKey) row && addToWatchlist(row);
    else if (event.altKey) row && navigateAndClose(alertUrl(row, search));
    else if (active && selectedKey === active.key) run(active);
    else void submit(input);
    event.preventDefault();
  };
  const navigateAndClose = (to: string) => {
    navigate(to);
    onClose();
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const earlyInput = endTypeAhead();
    if (!earlyInput.text) return;
    // At once, so that keys that come before the next render are added to the text.
    currentTarget.value = earlyInput.text;
    setInput(earlyInput.text);
    if (earlyInput.isSubmitted) void submit(earlyInput.text);
  };
  const statusText = isSearching ? 'Loading...' : isReady && items.length > 0 ? countText(items.length) : '';

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size="58rem"
      yOffset="5.5rem"
      fullScreen={isPhone}
      returnFocus={false}
      radius="lg"
      padding={0}
      classNames={{ content: classes.layer ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title className="visually-hidden">Search</Modal.Title>
        <Modal.Body className={classes.body ?? ''}>
          <search className={classes.field}>
            <Icon name="search" size={20} />
            <input
              role="combobox"
              aria-label="Search for a ticker, a page or an action"
              aria-expanded={items.length > 0}
              aria-controls={`${id}list`}
              aria-autocomplete="list"
              aria-activedescendant={active ? optionId(id, active.key) : undefined}
              value={input}
              placeholder="Enter ticker symbol (e.g., AAPL, BTC, SPY)"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={64}
              data-autofocus
              onChange={(event) => {
                setInput(event.currentTarget.value);
                setSelectedKey(undefined);
                lookups.cancel();
                follow.cancel();
              }}
              onFocus={onFocus}
              onKeyDown={onKeyDown}
            />
            <span role="status" className={classes.status}>
              {statusText}
            </span>
            <button type="button" className={classes.cancel} onClick={onClose}>
              Cancel
            </button>
          </search>
          <div className={classes.middle} data-quote={hasPane || undefined}>
            <PaletteList
              id={id}
              groups={groups}
              isBusy={isBusy}
              active={active}
              text={search.text}
              reason={reason}
              prices={prices}
              phone={isPhone}
              onChoose={run}
            />
            {hasPane && (
              <aside className={classes.pane} aria-label="Quote">
                {previewRow ? (
                  <QuotePreview key={previewRow.symbol} row={previewRow} />
                ) : (
                  <BlockSkeleton height={360} />
                )}
              </aside>
            )}
          </div>
          {!isPhone && <KeyHints onClose={onClose} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const countText = (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`;
