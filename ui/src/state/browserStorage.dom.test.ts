import { afterEach, expect, test } from 'vitest';
import { readText, scoped, writeText } from './browserStorage';

const setBasePath = (base: string) => {
  document.head.innerHTML = `<meta name="marketdeck-base" content="${base}">`;
};

afterEach(() => setBasePath('/'));

test('two installations at one host have separate stored values', () => {
  setBasePath('/a/');
  writeText('marketdeck.shared.density', 'compact');
  setBasePath('/b/');
  expect(readText('marketdeck.shared.density')).toBeNull();
  writeText('marketdeck.shared.density', 'terminal');
  setBasePath('/a/');
  expect(readText('marketdeck.shared.density')).toBe('compact');
  writeText('marketdeck.shared.density', null);
  setBasePath('/b/');
  expect(readText('marketdeck.shared.density')).toBe('terminal');
});

test('an installation at the root of its host uses unscoped keys, as earlier releases did', () => {
  expect(scoped('marketdeck.density')).toBe('marketdeck.density');
});
