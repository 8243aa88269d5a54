import { expect, test, vi } from 'vitest';
import { NetworkNotice } from './networkNotice';

test('NATV-01 a lost and a restored network show one toast each, the lost one as destructive', () => {
  const showToast = vi.fn();
  const notice = new NetworkNotice(showToast);
  notice.update(false);
  notice.update(false);
  expect(showToast.mock.calls).toEqual([
    ['Network Connection Lost', 'Please check your connection and try again.', 'destructive'],
  ]);
  notice.update(true);
  notice.update(true);
  expect(showToast.mock.calls.slice(1)).toEqual([['Network Connected', "You're back online."]]);
});
