import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, edit, toggle } from './settings';
import { settingsOfText, settingsText } from './settingsText';
import { countIndicators } from './types';

test('enabled indicators are written with parameters that differ from the defaults, and read back', () => {
  expect(settingsText(DEFAULT_SETTINGS)).toBe('');
  const enabled = toggle(toggle(DEFAULT_SETTINGS, 'rsi'), 'bollinger');
  const settings = edit(enabled, 'bollinger', { deviation: 2.5 });
  expect(settingsText(settings)).toBe('bollinger-20-2.5,rsi');
  expect(settingsOfText('bollinger-20-2.5,rsi')).toEqual(settings);
});

test('countIndicators counts each indicator of a text once', () => {
  expect(countIndicators('')).toBe(0);
  expect(countIndicators('bollinger-20-2.5,rsi,moon-3,rsi-9')).toBe(2);
});

test('unknown indicators and values are ignored', () => {
  expect(settingsOfText('moon-3')).toEqual(DEFAULT_SETTINGS);
  expect(settingsOfText('sma-9999,macd-8-x-9')).toEqual(
    edit(toggle(toggle(DEFAULT_SETTINGS, 'sma'), 'macd'), 'macd', { fastPeriod: 8, signalPeriod: 9 }),
  );
});
