import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { browserKey, writeText } from './browserStorage';
import { useHomeList } from './homeList';
import { storeSharedSettings, useLanguage, useSetting } from './settings';

beforeEach(() => localStorage.clear());

test('a choice in this browser overrides the shared setting, which overrides the default', () => {
  const density = renderHook(() => useSetting('density'));
  expect(density.result.current[0]).toBe('comfortable');
  act(() => storeSharedSettings({ density: 'compact', colorScheme: 'dark', homeList: null }));
  expect(density.result.current[0]).toBe('compact');
  expect(renderHook(() => useSetting('color-scheme')).result.current[0]).toBe('dark');
  act(() => density.result.current[1]('terminal'));
  expect(density.result.current[0]).toBe('terminal');
  // The default, too, overrides the shared setting if this browser chose it.
  act(() => density.result.current[1]('comfortable'));
  expect(density.result.current[0]).toBe('comfortable');
  act(() => writeText(browserKey('density'), null));
  expect(density.result.current[0]).toBe('compact');
  act(() => storeSharedSettings({ density: null }));
  expect(density.result.current[0]).toBe('comfortable');
});

test('an unknown shared choice counts as the default; a language may be any tag', () => {
  act(() => storeSharedSettings({ density: 'tiny', language: 'de-CH' }));
  expect(renderHook(() => useSetting('density')).result.current[0]).toBe('comfortable');
  expect(renderHook(() => useLanguage()).result.current[0]).toBe('de-CH');
});

test('a color scheme stored by earlier releases still applies', () => {
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  expect(renderHook(() => useSetting('color-scheme')).result.current[0]).toBe('dark');
});

test('the dashboard shows the chosen list, or the first one if the chosen one does not exist', () => {
  const lists = [{ id: 3 }, { id: 7 }];
  const homeListId = () => renderHook(() => useHomeList(lists)).result.current?.id;
  expect(homeListId()).toBe(3);
  act(() => storeSharedSettings({ homeList: 7 }));
  expect(homeListId()).toBe(7);
  act(() => storeSharedSettings({ homeList: 9 }));
  expect(homeListId()).toBe(3);
  expect(renderHook(() => useHomeList(undefined)).result.current).toBeUndefined();
});
