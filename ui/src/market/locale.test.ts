import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { rangeChoices } from './locale';

const source = resolve(__dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /\.tsx?$/.test(file) && !/\.(test|fake)\.tsx?$/.test(file) && file !== join('market', 'locale.ts'),
);
const containing = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join(source, file), 'utf8')));

test('numbers and times are formatted only by the format modules', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(
    containing(
      /'en-US'|new Intl\.(?!Locale\b)|\.toLocale\w*String\(|\.toFixed\(|\.toPrecision\(|\bnumberFormat\(/,
    ),
  ).toEqual([join('market', 'format.ts')]);
  expect(containing(/\bdateFormat\(|\brelativeTimeFormat\(/).sort()).toEqual(
    [join('chart', 'timeTicks.ts'), join('market', 'day.ts'), join('market', 'time.ts')].sort(),
  );
});

test('every chart and table uses the same range labels', () => {
  expect(rangeChoices(['1D', '7D', 'YTD'])).toEqual([
    { value: '1D', label: '1D' },
    { value: '7D', label: '7D' },
    { value: 'YTD', label: 'YTD' },
  ]);
  expect(containing(/label: '(1D|24h|1W|7d|7D|1M|30d|3M|YTD|1Y|5Y|MAX)'|label: timeframe/)).toEqual([]);
});
