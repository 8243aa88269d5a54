import { expect, test } from 'vitest';
import type { AlertChannel } from '~/api/types';
import { channelLabel } from './deliveryMethods';

test('what an alert names says so when it is gone or off, and nothing before the server has answered', () => {
  const states = [
    { channel: 'email', kind: null, available: false },
    { channel: 'phone', kind: 'ntfy', available: true },
    { channel: 'hall', kind: 'webhook', available: false },
  ] as AlertChannel[];
  expect(['email', 'phone', 'hall', 'door'].map((channel) => channelLabel(channel, states))).toEqual([
    'Email',
    'phone',
    'hall (switched off)',
    'door (removed)',
  ]);
  expect(channelLabel('door', undefined)).toBe('door');
});
