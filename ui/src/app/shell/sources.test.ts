import { describe, expect, test } from 'vitest';
import type { ProviderHealth } from '~/api/types';
import { summary } from './sources';

const source = (state: string) => ({ name: 'yahoo', state }) as ProviderHealth;

describe('the line about the sources', () => {
  test('says nothing but that data is live while all are well or were not asked yet', () => {
    expect(summary([source('ok'), source('waiting')])).toBe('Live data');
  });
  test('counts those that are failing', () => {
    expect(summary([source('ok'), source('failing')])).toBe('1 source is failing');
    expect(summary([source('failing'), source('failing')])).toBe('2 sources are failing');
  });
});
