import { expect, test } from 'vitest';
import type { ImportPlan } from '~/api/types';
import { isNothing, lines, summary } from './labels';

const NONE = { added: [], changed: [], removed: [], same: 0 };
const EMPTY: ImportPlan = {
  watchlists: NONE,
  alerts: NONE,
  boards: NONE,
  screens: NONE,
  notes: NONE,
  drawings: NONE,
  chartLayouts: NONE,
  settings: NONE,
  importedBars: NONE,
  followed: [],
  unknown: [],
  leftOut: [],
};

test('added, changed and deleted items are named, unchanged ones counted', () => {
  const lists = {
    ...NONE,
    added: ['Mine', 'Metals'],
    changed: [{ name: 'Tech', what: 'adds AMD' }],
    same: 2,
  };
  expect(lines('watchlists', lists)).toEqual([
    { verb: 'Added', names: 'Mine, Metals' },
    { verb: 'Changed', names: 'Tech (adds AMD)' },
    { verb: 'Unchanged', names: '2' },
  ]);
  expect(lines('alerts', NONE)).toEqual([{ verb: 'Nothing', names: '' }]);
});

test('settings have the labels of their page', () => {
  const settings = { ...NONE, changed: [{ name: 'density', what: '' }], removed: ['homeList', 'unheardOf'] };
  expect(lines('settings', settings)).toEqual([
    { verb: 'Changed', names: 'Row height' },
    { verb: 'Deleted', names: 'Dashboard list, unheardOf' },
  ]);
});

test('of many names only the first are listed, with the number of the others', () => {
  const added = Array.from({ length: 23 }, (_, index) => `L${index}`);
  expect(lines('watchlists', { ...NONE, added })[0]?.names).toMatch(/^L0, L1, .*, L19 and 3 more$/);
});

test('an import that changes nothing is detected', () => {
  const same = { ...EMPTY, alerts: { ...NONE, same: 3 }, unknown: ['NOPE'] };
  expect(isNothing(same)).toBe(true);
  const one = { ...same, boards: { ...NONE, removed: ['Office'] }, alerts: { ...NONE, added: ['a', 'b'] } };
  expect(isNothing(one)).toBe(false);
  expect(summary(one)).toBe('Changed here: 2 alerts, 1 board.');
});
