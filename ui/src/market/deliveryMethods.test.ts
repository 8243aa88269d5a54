import { expect, test } from 'vitest';
import type { AlertChannel } from '~/api/types';
import { channelLabel } from './deliveryMethods';

test('a channel named by an alert shows if it is removed or off, once the server has responded', () => {
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
