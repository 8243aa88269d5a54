import { expect, test, vi } from 'vitest';
import { NetworkNotice } from './networkNotice';

test('NATV-01 loss and return are shown once each, the loss as destructive', () => {
  const say = vi.fn();
  const notice = new NetworkNotice(say);
  notice.update(false);
  notice.update(false);
  expect(say.mock.calls).toEqual([
    ['Network Connection Lost', 'Please check your connection and try again.', 'destructive'],
  ]);
  notice.update(true);
  notice.update(true);
  expect(say.mock.calls.slice(1)).toEqual([['Network Connected', "You're back online."]]);
});
