import { KEY_LINKS } from '~/links';

/** What a key press does. */
export type Command =
  | { kind: 'shortcuts' }
  | { kind: 'open'; to: string }
  | { kind: 'search'; text: string }
  /** Opens the next or previous ticker of the list. */
  | { kind: 'walk'; step: 1 | -1 }
  /** G waits for the letter of a page. */
  | { kind: 'wait' };

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

interface KeyContext {
  /** True on a ticker's page and a layout of charts, where letters search for another ticker. */
  isTicker: boolean;
  hasSingleKeys: boolean;
}

const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;
const WALK_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Returns what a key does outside of fields and dialogs; undefined if it has no meaning there. */
export function commandOf(press: KeyPress, { isTicker, hasSingleKeys }: KeyContext): Command | undefined {
  const { key, altKey, shiftKey } = press;
  if (press.ctrlKey || press.metaKey) return undefined;
  if (altKey) {
    const step = shiftKey ? undefined : WALK_STEPS[key];
    return step && isTicker ? { kind: 'walk', step } : undefined;
  }
  if (!hasSingleKeys) return undefined;
  if (key === '?') return { kind: 'shortcuts' };
  // A capital G starts a symbol, because some symbols begin with G and the letter of a page, such as GE.
  if (key === 'g' || (key === 'G' && !isTicker)) return { kind: 'wait' };
  return isTicker && LETTER_OR_DIGIT.test(key) ? { kind: 'search', text: key } : undefined;
}

/** Returns what a key does after G: opens a page, or searches for a symbol such as GOOG. */
export function commandAfterG(press: KeyPress, context: KeyContext): Command | undefined {
  const { key, altKey } = press;
  if (press.ctrlKey || press.metaKey || altKey) return undefined;
  const page = KEY_LINKS.find((link) => link.key === key.toLowerCase());
  if (page) return { kind: 'open', to: page.to };
  return context.isTicker && LETTER_OR_DIGIT.test(key) ? { kind: 'search', text: `g${key}` } : undefined;
}
