import { describe, expect, test } from 'vitest';
import type { ProviderHealth } from '~/api/types';
import { summary, when } from './sources';

const source = (state: string) => ({ name: 'yahoo', state }) as ProviderHealth;

describe('the summary of the sources', () => {
  test("is 'Live data' while no source is failing, and 'Prices are old' if they are", () => {
    expect(summary([source('ok'), source('waiting')])).toBe('Live data');
    expect(summary([source('ok')], true)).toBe('Prices are old');
  });
  test('counts the failing sources', () => {
    expect(summary([source('ok'), source('failing')])).toBe('1 source is failing');
    expect(summary([source('failing'), source('failing')])).toBe('2 sources are failing');
  });
});

test('a time on another day includes the date', () => {
  const now = Date.parse('2026-11-20T20:00:00Z');
  expect(when('2026-11-20T19:05:00Z', now)).toBe('2:05 PM');
  expect(when('2026-11-17T19:05:00Z', now)).toBe('Nov 17, 2026, 2:05 PM EST');
});
