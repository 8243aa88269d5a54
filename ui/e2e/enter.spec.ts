import { expect, type Page, test } from './test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

async function typeInPalette(page: Page, text: string) {
  await page.goto('sitemap');
  await expect(page.getByRole('heading', { name: 'Sitemap', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
}

for (const waitsForResults of [true, false])
  test(`in the palette, 'heat' opens the heatmap and 'dark' the dark scheme, ${waitsForResults ? 'after' : 'before'} results arrive`, async ({
    page,
  }) => {
    await typeInPalette(page, 'heat');
    const first = palette(page).getByRole('option').first();
    if (waitsForResults)
      await expect(palette(page).getByRole('option', { name: /Heating Oil/ })).toBeVisible();
    if (waitsForResults) await expect(first).toContainText('Heatmap');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/heatmap/);
    await typeInPalette(page, 'dark');
    if (waitsForResults) await expect(first).toContainText('Dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

test('the palette offers an alert only for a complete symbol', async ({ page }) => {
  await typeInPalette(page, 'appl');
  await expect(palette(page).getByRole('option', { name: /AAPL/ }).first()).toBeVisible();
  await expect(palette(page).getByRole('option', { name: /^Alert/ })).toHaveCount(0);
  await palette(page).getByRole('combobox').fill('aapl');
  await expect(palette(page).getByRole('option', { name: /Alert AAPL/ })).toBeVisible();
});

test("Enter in the alert form's Asset field selects and never submits an incomplete form", async ({
  page,
}) => {
  await page.goto('premium-alerts');
  const asset = page
    .getByRole('textbox', { name: 'Asset' })
    .or(page.getByRole('combobox', { name: 'Asset' }));
  await asset.fill('apple');
  await asset.press('Enter');
  await expect(asset).toHaveValue('AAPL');
  await asset.press('Enter');
  await expect(page.getByText('Missing fields')).toHaveCount(0);
  await expect(page.getByText('Apple Inc.').first()).toBeVisible();
});

test('a drag that begins before the zoom code is loaded still zooms', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goto('ticker/AAPL');
  const plot = page.getByRole('slider', { name: 'Price chart crosshair' });
  await expect(plot).toBeVisible();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.fallback();
  });
  const box = await plot.boundingBox();
  if (!box) throw new Error('The chart has no plot.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await page.mouse.up();
  expect(await plot.getAttribute('data-zoom')).toBeNull();
  const before = page.url();
  release();
  await expect(plot).toHaveAttribute('data-zoom', 'true');
  await expect.poll(() => page.url()).not.toBe(before);
});
