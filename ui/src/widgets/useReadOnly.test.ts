import { expect, test } from 'vitest';
import type { AppConfig } from '~/api/types';
import { isOwner, readOnlyReason } from './useReadOnly';

const config = (change: Partial<AppConfig>): AppConfig => ({
  asksPassword: true,
  channelsOnPage: true,
  contactEmail: null,
  market: 'sample',
  offersSetup: false,
  person: null,
  readOnly: false,
  version: '1.0.0',
  ...change,
});

test('a viewer and a read-only server change nothing, each with its reason', () => {
  expect(readOnlyReason(undefined)).toBeNull();
  expect(readOnlyReason(config({}))).toBeNull();
  expect(readOnlyReason(config({ person: { id: 2, name: 'Anna', role: 'member' } }))).toBeNull();
  const viewer = { id: 3, name: 'Kitchen', role: 'viewer' } as const;
  expect(readOnlyReason(config({ person: viewer }))).toBe("As a viewer, you can't change anything.");
  expect(readOnlyReason(config({ person: viewer, readOnly: true }))).toBe('This server is read-only.');
});

test('the owner is the only person without people, and otherwise the one with that role', () => {
  const withRole = (role: 'owner' | 'member' | 'viewer') => config({ person: { id: 1, name: 'Anna', role } });
  expect([config({}), withRole('owner'), withRole('member'), withRole('viewer')].map(isOwner)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
