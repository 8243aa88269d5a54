import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const rows = (page: Page) => palette(page).getByRole('option');

/** Returns true if a text overflows its row or the palette. */
const hasOverflow = (page: Page) =>
  palette(page).evaluate(
    (layer) =>
      layer.scrollWidth > layer.clientWidth ||
      [...layer.querySelectorAll('[role=option]')].some(
        (row) => row.scrollWidth > row.clientWidth || row.scrollHeight > row.clientHeight + 1,
      ),
  );

test('the command palette finds the best match, shows its quote, and is accessible at every width', async ({
  page,
}) => {
  await page.goto('sitemap');
  await expect(page.getByRole('heading', { name: 'Sitemap', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(rows(page).first()).toContainText('Stock Analysis');
  await page.keyboard.type('ap');
  await expect(rows(page).first()).toContainText('Apple');
  await expect(rows(page).first()).toContainText('%');
  await expect(palette(page).getByRole('complementary', { name: 'Quote' })).toContainText('Day’s range');
  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'dark'],
    [320, 'light'],
  ] as const) {
    await test.step(`${width} px, ${scheme}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      await expectAccessible(page);
      expect(await hasOverflow(page)).toBe(false);
    });
  }
  const field = palette(page).getByRole('combobox');
  await field.fill('gold');
  await expect(rows(page).first()).toContainText('GC=F');
  await field.fill('compare aapl btc');
  await expect(rows(page).first()).toContainText('Compare AAPL BTC');
  await field.press('Enter');
  await expect(page).toHaveURL(/tab=comparison&stocks=AAPL,BTC/);
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('the command palette fills the screen; a tap opens a ticker, which is then a recent one', async ({
    page,
  }) => {
    await page.goto('sitemap');
    await page.getByRole('button', { name: 'Search' }).tap();
    await palette(page).getByRole('combobox').fill('msft');
    await expect.poll(async () => (await palette(page).boundingBox())?.height).toBe(844);
    await rows(page).first().tap();
    await expect(page).toHaveURL(/\/ticker\/MSFT$/);
    // Waits for the page, because the header then moves up: on a phone, a ticker page has no price bar.
    await expect(page.getByRole('heading', { level: 1, name: /Microsoft/ })).toBeVisible();
    await page.getByRole('button', { name: 'Search' }).tap();
    await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText('Microsoft');
    await palette(page).getByRole('button', { name: 'Cancel' }).tap();
    await expect(palette(page)).toBeHidden();
  });
});
