import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

test('numbers and times become text in one place only', () => {
  const source = resolve(__dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.(test|fake)\.tsx?$/.test(file) && file !== join('market', 'locale.ts'),
  );
  expect(files.length).toBeGreaterThan(200);
  const formatting = files.filter((file) =>
    /'en-US'|new Intl\.|\.toLocale\w*String\(/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(formatting).toEqual([]);
});
