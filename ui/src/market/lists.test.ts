import { expect, test } from 'vitest';
import type { Watchlist } from '~/api/types';
import { listChoices, listName, readOnlyListReason } from './lists';
import { isWritable } from './sharing';

const OWN: Watchlist = {
  id: 1,
  userId: 1,
  name: 'Chips',
  count: 2,
  version: 1,
  access: 'own',
  ownerName: null,
  shares: [],
};
const READ: Watchlist = { ...OWN, id: 2, userId: 2, name: 'Retirement', access: 'read', ownerName: 'Anna' };
const WRITE: Watchlist = { ...READ, id: 3, access: 'write' };

test("a shared list is named after its owner's name", () => {
  expect(listName(OWN)).toBe('Chips');
  expect(listChoices([OWN, READ])).toEqual([
    { value: '1', label: 'Chips' },
    { value: '2', label: 'Anna: Retirement' },
  ]);
  expect(listChoices(undefined)).toEqual([]);
});

test('only a list that is shared for reading is read-only, with a reason that names its owner', () => {
  expect([OWN, READ, WRITE].map(isWritable)).toEqual([true, false, true]);
  expect([OWN, READ, WRITE].map(readOnlyListReason)).toEqual([
    null,
    'Anna shares this list for reading only.',
    null,
  ]);
});
