import { expect, test } from 'vitest';
import { KEY_LINKS } from '~/links';
import { paths } from '~/paths';
import { commandAfterG, commandOf, type KeyPress } from './command';

const pressed = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...modifiers,
});
const TICKER = { isTicker: true, hasSingleKeys: true };
const OTHER = { isTicker: false, hasSingleKeys: true };

test('on a ticker page letters and digits search, elsewhere they do nothing', () => {
  expect(commandOf(pressed('m'), TICKER)).toEqual({ kind: 'search', text: 'm' });
  expect(commandOf(pressed('9'), TICKER)).toEqual({ kind: 'search', text: '9' });
  expect(commandOf(pressed('Ü'), TICKER)).toEqual({ kind: 'search', text: 'Ü' });
  for (const key of ['+', ' ', 'Enter', 'ArrowDown', 'F8']) {
    expect(commandOf(pressed(key), TICKER)).toBeUndefined();
  }
  expect(commandOf(pressed('m'), OTHER)).toBeUndefined();
});

test('keys with Ctrl or Cmd are left to the browser', () => {
  for (const modifier of ['ctrlKey', 'metaKey'] as const) {
    expect(commandOf(pressed('g', { [modifier]: true }), TICKER)).toBeUndefined();
    expect(commandAfterG(pressed('w', { [modifier]: true }), TICKER)).toBeUndefined();
  }
  expect(commandOf(pressed('m', { altKey: true }), TICKER)).toBeUndefined();
});

test('? shows the shortcuts on every page', () => {
  expect(commandOf(pressed('?', { shiftKey: true }), OTHER)).toEqual({ kind: 'shortcuts' });
});

test('G and a letter open a page', () => {
  expect(commandOf(pressed('g'), TICKER)).toEqual({ kind: 'wait' });
  expect(commandOf(pressed('G'), OTHER)).toEqual({ kind: 'wait' });
  expect(commandAfterG(pressed('w'), OTHER)).toEqual({ kind: 'open', to: paths.watchlist });
  expect(commandAfterG(pressed('H'), OTHER)).toEqual({ kind: 'open', to: paths.home });
  expect(commandAfterG(pressed('x'), OTHER)).toBeUndefined();
});

test('on a ticker page, G and a letter that opens no page start a search, and so does a capital G', () => {
  expect(commandAfterG(pressed('o'), TICKER)).toEqual({ kind: 'search', text: 'go' });
  expect(commandOf(pressed('G', { shiftKey: true }), TICKER)).toEqual({ kind: 'search', text: 'G' });
});

test('each page has its own letter', () => {
  const keys = KEY_LINKS.map(({ key }) => key);
  expect(keys.toSorted().join('')).toBe('abcehlmnpsw');
});

test('on a ticker page, Alt with an arrow key steps through the list', () => {
  expect(commandOf(pressed('ArrowDown', { altKey: true }), TICKER)).toEqual({ kind: 'walk', step: 1 });
  expect(commandOf(pressed('ArrowUp', { altKey: true }), TICKER)).toEqual({ kind: 'walk', step: -1 });
  expect(commandOf(pressed('ArrowUp', { altKey: true, shiftKey: true }), TICKER)).toBeUndefined();
  expect(commandOf(pressed('ArrowDown', { altKey: true }), OTHER)).toBeUndefined();
});

test('single-key shortcuts can be turned off; those with Alt stay on', () => {
  const off = { ...TICKER, hasSingleKeys: false };
  for (const key of ['?', 'g', 'G', 'm', '1']) expect(commandOf(pressed(key), off)).toBeUndefined();
  expect(commandOf(pressed('ArrowDown', { altKey: true }), off)).toEqual({ kind: 'walk', step: 1 });
});
