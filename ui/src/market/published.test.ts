import { expect, test } from 'vitest';
import { publishedText, publishedTitle } from './published';

const publishedAt = '2026-10-14T13:00:00Z';
const now = Date.parse(publishedAt);

test('an article without a date has a note instead of an age', () => {
  expect(publishedText({ publishedAt, isUndated: true }, now)).toBe('No date');
  expect(publishedTitle({ publishedAt, isUndated: true })).toMatch(/^No date; first seen Oct 14, 2026/);
});

test('an article with a date shows its age', () => {
  expect(publishedText({ publishedAt, isUndated: false }, now + 5 * 60_000)).toBe('5 minutes ago');
  expect(publishedTitle({ publishedAt, isUndated: false })).toMatch(/^Oct 14, 2026/);
});
