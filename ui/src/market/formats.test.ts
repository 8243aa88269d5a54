import { afterEach, expect, test } from 'vitest';
import { formatShortDay } from './day';
import {
  formatMarketCap,
  formatMove,
  formatNumber,
  formatPercent,
  formatPrice,
  formatVolume,
} from './format';
import { languageName, setFormats } from './locale';
import { formatDate, formatDateTime, formatTime } from './time';
import { firstWeekday, weekStart } from './week';

afterEach(() => setFormats({ language: 'en-US', hourCycle: 'auto' }));
const useLanguage = (language: string, hourCycle: 'auto' | 'h12' | 'h23' = 'auto') =>
  setFormats({ language, hourCycle });
/** Replaces spaces of any width. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const EVENING = '2026-11-20T21:05:00Z';

test.each([
  ['en-US', '1,234,567.89', '$98,765.40', '\u22121,234.50'],
  ['de-DE', '1.234.567,89', '$98.765,40', '\u22121.234,50'],
  ['fr-FR', '1 234 567,89', '$98 765,40', '\u22121 234,50'],
  ['en-IN', '12,34,567.89', '$98,765.40', '\u22121,234.50'],
  ['pt-BR', '1.234.567,89', '$98.765,40', '\u22121.234,50'],
])(
  'numbers have the separators of %s, and otherwise the specified format',
  (language, number, price, negative) => {
    useLanguage(language);
    expect(plain(formatNumber(1_234_567.89))).toBe(number);
    expect(plain(formatPrice(98_765.4, 2, { currency: 'USD' }))).toBe(price);
    expect(plain(formatNumber(-1234.5))).toBe(negative);
  },
);

test('API-04 suffixes, signs and percentages are English in every language', () => {
  useLanguage('de-DE');
  expect(formatMarketCap(3.5e12, { currency: 'USD' })).toBe('$3,5T');
  expect(formatVolume(47.6e6)).toBe('47,6M');
  expect(formatPercent(1.5)).toBe('+1,50%');
  expect(formatMove({ type: 'stock', currency: 'USD' }, -1.2)).toBe('\u2212$1,20');
  useLanguage('hi-IN');
  expect(formatMarketCap(3.5e12, { currency: 'USD' })).toBe('$3.5T');
});

test.each([
  ['en-US', 'Nov 20, 2026', 'Nov 24'],
  ['en-GB', '20 Nov 2026', '24 Nov'],
  ['de-DE', '20 Nov 2026', '24 Nov'],
  ['ja-JP', 'Nov 20, 2026', 'Nov 24'],
])('dates have the order of %s, in English', (language, date, short) => {
  useLanguage(language);
  expect(formatDate('2026-11-20')).toBe(date);
  expect(formatShortDay('2026-11-24', '2026-11-20')).toBe(short);
});

test('the hour cycle is that of the language unless one is chosen', () => {
  const time = () => plain(formatTime(EVENING, 'UTC'));
  expect(time()).toBe('9:05 PM');
  useLanguage('de-DE');
  expect(time()).toBe('21:05');
  expect(plain(formatTime('2026-11-20T04:05:00Z', 'UTC'))).toBe('04:05');
  useLanguage('de-DE', 'h12');
  expect(time()).toMatch(/^9:05 pm$/i);
  useLanguage('en-US', 'h23');
  expect(time()).toBe('21:05');
  expect(formatDateTime(EVENING)).toMatch(/^Nov 2\d, 2026, \d\d:05 /);
});

test('an unsupported language tag falls back to American English, with the chosen clock', () => {
  useLanguage('en-US@posix', 'h23');
  expect(formatNumber(1234.5)).toBe('1,234.50');
  expect(formatTime(EVENING, 'UTC')).toBe('21:05');
});

test('a language is named in English', () => {
  expect(languageName('de-DE')).toBe('German (Germany)');
});

test('a week starts on the chosen day, or on that of the language', () => {
  expect([firstWeekday('sunday'), firstWeekday('monday'), firstWeekday('saturday')]).toEqual([0, 1, 6]);
  expect(firstWeekday('auto')).toBe(0);
  useLanguage('de-DE');
  expect(firstWeekday('auto')).toBe(1);
  // November 20, 2026 is a Friday.
  expect([0, 1, 6, 5].map((first) => weekStart('2026-11-20', first))).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-14',
    '2026-11-20',
  ]);
});
