import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from './test.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Fails with what axe finds; of `colours` alone where the same elements were judged in other ones. Evaluated, not added as a
 * script, which the page's policy forbids.
 */
export async function expectAccessible(
  page: Page,
  withStaleState: 'everything' | 'colours' = 'everything',
): Promise<void> {
  // The frame around a page stands before the page's own code has come.
  await expect(page.locator('main h1').first()).toBeAttached();
  // A page that was judged before has it still.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options = {
    resultTypes: ['violations'],
    ...(withStaleState === 'colours' && {
      runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    }),
  };
  const findings = await page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run(options)).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
  }, options);
  expect(findings).toEqual([]);
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
