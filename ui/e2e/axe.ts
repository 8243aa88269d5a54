import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from './test.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Fails if axe finds a violation. `colors` checks only the contrast of colors, for a page whose elements were already
 * checked in another color scheme. Evaluates axe instead of adding a script element, which the page's content security
 * policy forbids.
 */
export async function expectAccessible(
  page: Page,
  scope: 'everything' | 'colors' = 'everything',
): Promise<void> {
  // Header and footer appear before the code of the page itself is loaded.
  await expect(page.locator('main h1').first()).toBeAttached();
  // axe is already loaded on a page that was checked before.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options = {
    resultTypes: ['violations'],
    ...(scope === 'colors' && {
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
