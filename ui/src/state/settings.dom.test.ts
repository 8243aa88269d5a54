import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { browserKey, writeText } from './browserStorage';
import { useHomeList } from './homeList';
import { storeSharedSettings, useLanguage, useSetting } from './settings';

beforeEach(() => localStorage.clear());

test('what this browser chose wins over what was chosen for every device, and that over the usual', () => {
  const density = renderHook(() => useSetting('density'));
  expect(density.result.current[0]).toBe('comfortable');
  act(() => storeSharedSettings({ density: 'compact', colorScheme: 'dark', homeList: null }));
  expect(density.result.current[0]).toBe('compact');
  expect(renderHook(() => useSetting('color-scheme')).result.current[0]).toBe('dark');
  act(() => density.result.current[1]('terminal'));
  expect(density.result.current[0]).toBe('terminal');
  // As the usual is chosen here, it holds here.
  act(() => density.result.current[1]('comfortable'));
  expect(density.result.current[0]).toBe('comfortable');
  act(() => writeText(browserKey('density'), null));
  expect(density.result.current[0]).toBe('compact');
  act(() => storeSharedSettings({ density: null }));
  expect(density.result.current[0]).toBe('comfortable');
});

test('a choice that nobody knows reads as the usual', () => {
  act(() => storeSharedSettings({ density: 'tiny', language: 'de-CH' }));
  expect(renderHook(() => useSetting('density')).result.current[0]).toBe('comfortable');
  expect(renderHook(() => useLanguage()).result.current[0]).toBe('de-CH');
});

test('the color scheme that was chosen before there were settings still holds', () => {
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  expect(renderHook(() => useSetting('color-scheme')).result.current[0]).toBe('dark');
});

test('the list on the deck is the chosen one while there is one, or the first', () => {
  const lists = [{ id: 3 }, { id: 7 }];
  const shown = () => renderHook(() => useHomeList(lists)).result.current?.id;
  expect(shown()).toBe(3);
  act(() => storeSharedSettings({ homeList: 7 }));
  expect(shown()).toBe(7);
  act(() => storeSharedSettings({ homeList: 9 }));
  expect(shown()).toBe(3);
  expect(renderHook(() => useHomeList(undefined)).result.current).toBeUndefined();
});
