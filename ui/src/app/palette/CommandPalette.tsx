import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useId, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { useFocusReturn } from '~/components/layer/useFocusReturn';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useLatestStep } from '~/hooks/useLatestStep';
import { paths } from '~/paths';
import { QuotePreview } from '~/widgets/QuotePreview';
import { FOLLOWED_STATE, useFollowAndOpen } from '~/widgets/TickerSearch/useFollow';
import { bestSymbol, useHits } from '~/widgets/TickerSearch/useTickerSearch';
import { endTypeAhead } from '../shell/typeAhead';
import { type Item, optionId } from './items';
import { KeyHints } from './KeyHints';
import classes from './Palette.module.css';
import { PaletteList } from './PaletteList';
import { useAddToWatchlist } from './useAddToWatchlist';
import { useGroups } from './useGroups';
import { alertAddress, parseWish } from './words';

/** SRCH-01: minimum length of a search text. */
const MIN_LENGTH = 2;
/** Delay before a row's quote is fetched, so that rows that are only passed fetch none. */
const QUOTE_DELAY_MS = 200;

/**
 * One search field for tickers, pages and actions, opened with `/` or Ctrl-K. Enter opens an exact symbol, or else the best match
 * (SRCH-02).
 */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  useFocusReturn(true);
  const id = useId();
  const phone = useIsPhone();
  const navigate = useNavigate();
  const hitsOf = useHits();
  const addToWatchlist = useAddToWatchlist();
  const [input, setInput] = useState('');
  const [chosen, setChosen] = useState<string>();
  const wish = parseWish(input);
  const { groups, prices, loading, isBusy, settled, first, named } = useGroups(wish, onClose);
  const items = groups.flatMap((group) => group.items);
  const ready = wish.actionsOnly || (settled && wish.text.length >= MIN_LENGTH);
  // While loading, a known ticker is highlighted; Enter still waits for the response.
  const isGuessed = loading && items[0]?.kind === 'ticker';
  const active = items.find(({ key }) => key === chosen) ?? (ready || isGuessed ? items[0] : undefined);
  const row = (active?.kind === 'ticker' ? active.row : undefined) ?? first;
  const [rested = row] = useDebouncedValue(row, QUOTE_DELAY_MS);
  const hasPane = !phone && (rested !== undefined || isBusy);

  const open = (symbol: string, options?: NavigateOptions) => {
    navigate(paths.ticker(symbol), options);
    onClose();
  };
  const follow = useFollowAndOpen((symbol) => open(symbol, FOLLOWED_STATE));
  const steps = useLatestStep();
  const run = (item: Item) => {
    if (item.kind === 'ticker') open(item.hit.symbol);
    else if (item.kind === 'listing') follow.start(item.listing.symbol);
    else item.run();
  };
  const submit = async (typed: string) => {
    const { text, actionsOnly } = parseWish(typed);
    if (!text) return;
    // Opens the best match of exactly what was typed.
    const best = typed === input && ready ? items[0] : undefined;
    if (best && best.kind !== 'ticker') return run(best);
    const entry = best ? undefined : named(text);
    if (actionsOnly) return entry && run(entry);
    const isWanted = steps.start();
    const hits = text.length < MIN_LENGTH ? [] : await hitsOf(text);
    if (!isWanted()) return;
    // A page or action of this name, unless a ticker has the same symbol.
    if (entry && !hits.some(({ symbol }) => symbol.toUpperCase() === text.toUpperCase())) run(entry);
    else open(bestSymbol(text, hits));
  };
  const move = (by: 1 | -1) => {
    const at = active ? items.indexOf(active) : by === 1 ? -1 : 0;
    setChosen(items.at((at + by) % items.length)?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key !== 'Enter') return;
    else if (event.ctrlKey || event.metaKey) row && addToWatchlist(row);
    else if (event.altKey) row && navigateAndClose(alertAddress(row, wish));
    else if (active && chosen === active.key) run(active);
    else void submit(input);
    event.preventDefault();
  };
  const navigateAndClose = (to: string) => {
    navigate(to);
    onClose();
  };
  const onFocus = () => {
    const typed = endTypeAhead();
    if (!typed.text) return;
    setInput(typed.text);
    if (typed.entered) void submit(typed.text);
  };
  const said = loading ? 'Loading...' : ready && items.length > 0 ? counted(items.length) : '';

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size="58rem"
      yOffset="5.5rem"
      fullScreen={phone}
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
                setChosen(undefined);
                steps.cancel();
                follow.drop();
              }}
              onFocus={onFocus}
              onKeyDown={onKeyDown}
            />
            <span role="status" className={classes.said}>
              {said}
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
              text={wish.text}
              prices={prices}
              phone={phone}
              onChoose={run}
            />
            {hasPane && (
              <aside className={classes.pane} aria-label="Quote">
                {rested ? <QuotePreview key={rested.symbol} row={rested} /> : <BlockSkeleton height={360} />}
              </aside>
            )}
          </div>
          {!phone && <KeyHints onClose={onClose} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const counted = (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`;
