import { expect, test } from 'vitest';
import { browserName } from './browserPush';

test('a browser has a readable name', () => {
  const mozilla = 'Mozilla/5.0';
  const names = [
    `${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`,
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    `${mozilla} (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0`,
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'something else',
  ].map(browserName);
  expect(names).toEqual([
    'Chrome on Linux',
    'Edge on Windows',
    'Firefox on Android',
    'Safari on iPhone',
    'Safari on Mac',
    'Browser on another system',
  ]);
});
