import { useLayoutEffect, useRef, useState } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { isTyping } from '~/hooks/isTyping';
import { KEY_LINKS } from '~/links';
import { activeChart } from '~/state/activeChart';
import { showShortcuts, useShortcutsShown } from '~/state/shortcutsDialog';
import { hasSingleKeys } from '~/state/singleKeys';
import { recordTypedKey } from '~/state/typeAhead';
import { type Command, commandAfterG, commandOf } from './command';
import { storeListOf, symbolOfPath } from './currentList';
import classes from './KeyLayer.module.css';
import { useGoTo } from './useGoTo';

const ShortcutsDialog = retryingLazy(() => import('./ShortcutsDialog'));

/** How long G waits for a letter. */
const WAIT_MS = 1500;
/** How long the position in a list is shown. */
const HINT_MS = 2500;

interface Props {
  /** Opens the search with a text. */
  onSearch: (text: string) => void;
  /** Returns the key presses and clicks before this code was loaded. */
  takeEarly: () => readonly Event[];
}

/** What the hint at the lower edge shows. */
type Hint = 'pages' | { text: string };

const isModifier = ({ key }: KeyboardEvent) => /^(Shift|Control|Alt|Meta|CapsLock|AltGraph)$/.test(key);

/** Returns true where keys belong to something else: a field, a dialog or menu, the chart in full screen. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  isTyping(target) ||
  document.querySelector('[role="dialog"]:not([data-docked]), [data-full-screen]') !== null ||
  (target instanceof Element && target.closest('[role="dialog"]') !== null);

const keyContext = () => ({
  isTicker: activeChart() !== null || symbolOfPath(location.pathname) !== undefined,
  hasSingleKeys: hasSingleKeys(),
});

/** The shortcuts that work on every page, with their hint and their list. */
export default function KeyLayer({ onSearch, takeEarly }: Props) {
  const areShown = useShortcutsShown();
  const [hint, setHint] = useState<Hint>();
  const hintTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWaiting = useRef(false);
  const showHint = (next: Hint | undefined, ms: number) => {
    clearTimeout(hintTimer.current);
    setHint(next);
    if (next) hintTimer.current = setTimeout(stopWaiting, ms);
  };
  const stopWaiting = () => {
    isWaiting.current = false;
    showHint(undefined, 0);
  };
  const goTo = useGoTo((text) => showHint({ text }, HINT_MS));

  const run = (command: Command) => {
    if (command.kind === 'shortcuts') showShortcuts(true);
    else if (command.kind === 'open') goTo.page(command.to);
    else if (command.kind === 'search') (activeChart()?.search ?? onSearch)(command.text);
    else if (command.kind === 'walk') void goTo.neighbor(command.step);
    else {
      isWaiting.current = true;
      showHint('pages', WAIT_MS);
    }
  };
  const press = (event: KeyboardEvent): Command | undefined => {
    // A key that is held down repeats only to walk through a list.
    if (event.defaultPrevented || event.isComposing || (event.repeat && !event.altKey)) return undefined;
    const command = commandOf(event, keyContext());
    if (!command || isTaken(event)) return undefined;
    event.preventDefault();
    run(command);
    return command;
  };
  /** Handles the key after G before anything else does, because H and the keys of a table's row are letters of pages, too. */
  const pressAfterG = (event: KeyboardEvent) => {
    if (!isWaiting.current || isModifier(event)) return;
    stopWaiting();
    const command = isTaken(event) ? undefined : commandAfterG(event, keyContext());
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    run(command);
  };
  const latest = useRef({ press, pressAfterG });
  useLayoutEffect(() => {
    latest.current = { press, pressAfterG };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; `latest` has the current functions
  useLayoutEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('keydown', (event) => latest.current.press(event), { signal });
    const options = { signal, capture: true };
    window.addEventListener('keydown', (event) => latest.current.pressAfterG(event), options);
    window.addEventListener('click', storeListOf, options);
    handleEarly(takeEarly(), latest.current);
    return () => {
      stop.abort();
      clearTimeout(hintTimer.current);
    };
  }, []);
  return (
    <>
      <div role="status" className={classes.hint}>
        {hint === 'pages' && <PageKeys />}
        {typeof hint === 'object' && <p>{hint.text}</p>}
      </div>
      {areShown && (
        <LazyBoundary onFail={() => showShortcuts(false)}>
          <ShortcutsDialog onClose={() => showShortcuts(false)} />
        </LazyBoundary>
      )}
    </>
  );
}

/** Handles events from before this code was loaded. Keys after the first letter of a search belong to its text. */
function handleEarly(
  events: readonly Event[],
  handlers: {
    press: (event: KeyboardEvent) => Command | undefined;
    pressAfterG: (event: KeyboardEvent) => void;
  },
): void {
  let isSearching = false;
  for (const event of events) {
    if (!(event instanceof KeyboardEvent)) storeListOf(event);
    else if (isSearching) recordTypedKey(event);
    else if (!event.defaultPrevented) {
      handlers.pressAfterG(event);
      if (!event.defaultPrevented) isSearching = handlers.press(event)?.kind === 'search';
    }
  }
}

/** The letters that can follow G. */
function PageKeys() {
  return (
    <p>
      <span className="visually-hidden">Press the letter of a page.</span>
      <span aria-hidden="true" className={classes.pages}>
        {KEY_LINKS.map(({ key, label }) => (
          <span key={key}>
            <kbd>{key.toUpperCase()}</kbd> {label}
          </span>
        ))}
      </span>
    </p>
  );
}
