import { expect, type Page, test } from './test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'US Treasury yield curve', exact: true });

/** Opens the economic calendar and scrolls until the yield curve is drawn. */
async function openCurve(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto('economic-calendar');
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(panel(page).locator('polyline')).toHaveCount(3, { timeout: 500 });
  }).toPass();
}

test('the yield curve fills its panel, and its texts have one size at every width', async ({ page }) => {
  for (const width of [390, 1440, 2560]) {
    await openCurve(page, width);
    const chart = panel(page).getByRole('img', { name: /^Yield curve/ });
    const [box, panelBox] = [await chart.boundingBox(), await panel(page).boundingBox()];
    expect(box?.height).toBeGreaterThanOrEqual(220);
    expect((panelBox?.width ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(52);
    // The drawing is not scaled, so a font size of 12 is 12 px.
    const scales = await chart
      .locator('svg')
      .evaluate((svg: SVGSVGElement) => [svg.getScreenCTM()?.a, getComputedStyle(svg).fontSize]);
    expect(scales).toEqual([expect.closeTo(1, 2), '12px']);
    const colors = await chart
      .locator('polyline')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
    expect(new Set(colors).size).toBe(3);
    for (const label of [/^Nov \d+$/, 'Month ago', 'Year ago'])
      await expect(chart.getByText(label, { exact: true })).toBeVisible();
  }
});

test('the spread of the yield curve is in basis points, and its table opens on request', async ({ page }) => {
  const { newest } = await (await page.request.get('api/yield-curve')).json();
  const yieldOf = (name: string) =>
    newest.points.find(({ maturity }: { maturity: string }) => maturity === name).percent;
  const spread = Math.round((yieldOf('10Y') - yieldOf('2Y')) * 100);
  await openCurve(page, 1440);
  await expect(panel(page)).toContainText(`2s10s ${spread < 0 ? '−' : '+'}${Math.abs(spread)} bp`);
  await expect(panel(page).getByRole('table')).toBeHidden();
  await panel(page).getByText('Show as table').click();
  await expect(panel(page).getByRole('row')).toHaveCount(newest.points.length + 1);
  const change = panel(page).getByRole('row', { name: /^10Y/ }).getByRole('cell').nth(2);
  await expect(change).toHaveText(/^[+−]\d+ bp$/);
});
