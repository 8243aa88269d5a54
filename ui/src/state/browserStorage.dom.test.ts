import { afterEach, expect, test } from 'vitest';
import { readText, scoped, writeText } from './browserStorage';

const mount = (base: string) => {
  document.head.innerHTML = `<meta name="marketdeck-base" content="${base}">`;
};

afterEach(() => mount('/'));

test('two installations at one host keep their texts apart', () => {
  mount('/a/');
  writeText('marketdeck.shared.density', 'compact');
  mount('/b/');
  expect(readText('marketdeck.shared.density')).toBeNull();
  writeText('marketdeck.shared.density', 'terminal');
  mount('/a/');
  expect(readText('marketdeck.shared.density')).toBe('compact');
  writeText('marketdeck.shared.density', null);
  mount('/b/');
  expect(readText('marketdeck.shared.density')).toBe('terminal');
});

test('an installation at the top of its host has its texts under the names they always had', () => {
  expect(scoped('marketdeck.density')).toBe('marketdeck.density');
});
