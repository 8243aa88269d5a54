import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from './test.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with what axe finds. Evaluated, not added as a script, which the page's policy forbids. */
export async function expectAccessible(page: Page): Promise<void> {
  // The frame around a page stands before the page's own code has come.
  await expect(page.locator('main h1').first()).toBeAttached();
  // A page that was judged before has it still.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const findings = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
  });
  expect(findings).toEqual([]);
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
