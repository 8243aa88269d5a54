import { expectAccessible } from './axe.ts';
import { checkPage } from './checkPage.ts';
import { mockFeed } from './live.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

interface Row {
  id: number;
  symbol: string;
  price: number;
  sector: string;
  marketCap: number | null;
  change24h: number;
}

const map = (page: Page) => page.getByRole('region', { name: 'Heatmap', exact: true });
const tiles = (page: Page) => map(page).locator('[data-tile]');
const tile = (page: Page, symbol: string) =>
  map(page).getByRole('link', { name: new RegExp(`\\(${symbol.replace(/[.^]/g, '\\$&')}\\)`) });
const sectorHeader = (page: Page, sector: string) =>
  map(page).getByRole('button', { name: new RegExp(`^${sector}, .*show only this group$`) });
const fetchStocks = async (page: Page): Promise<Row[]> =>
  (await page.request.get('api/tickers?type=stock')).json();
const waitForMap = async (page: Page) => {
  await expect(tiles(page).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
};

const testOnSharedPage = sharedPage('heatmap', waitForMap);

/** Returns unreadable parts of the map: clipped texts, tiles that overlap others, and tiles without a text. */
const findUnreadable = (page: Page) =>
  map(page).evaluate((page) => {
    const elements = [...page.querySelectorAll<HTMLElement>('[data-tile], button[data-group]')];
    const clipped = elements.filter((element) => {
      const box = element.getBoundingClientRect();
      const texts = [...element.querySelectorAll<HTMLElement>('b, span')];
      return (
        element.scrollWidth > element.clientWidth + 1 ||
        element.scrollHeight > element.clientHeight + 1 ||
        texts.some((text) => text.getBoundingClientRect().width > box.width + 0.5)
      );
    });
    const boxes = [...page.querySelectorAll<HTMLElement>('[data-tile]')].map((tile) =>
      tile.getBoundingClientRect(),
    );
    const overlapping = boxes.filter((a, index) =>
      boxes
        .slice(index + 1)
        .some(
          (b) =>
            a.left < b.right - 0.5 &&
            b.left < a.right - 0.5 &&
            a.top < b.bottom - 0.5 &&
            b.top < a.bottom - 0.5,
        ),
    );
    const blank = [...page.querySelectorAll<HTMLElement>('[data-tile]')].filter(
      (tile) => !tile.querySelector('b')?.textContent,
    );
    return {
      clipped: clipped.map((element) => element.innerText),
      overlapping: overlapping.length,
      blank: blank.length,
    };
  });

testOnSharedPage(
  'the map fills the window, and the area of a tile shows its market cap',
  async ({ page }) => {
    const bottom = await map(page).evaluate((page) => page.getBoundingClientRect().bottom);
    expect(Math.abs(bottom - 900)).toBeLessThan(2);
    const [apple, nvidia] = ['AAPL', 'NVDA'].map((symbol) => tile(page, symbol));
    const area = async (locator: typeof apple) => {
      const box = await locator?.boundingBox();
      return ((box?.width ?? 0) + 2) * ((box?.height ?? 0) + 2);
    };
    const rows = await fetchStocks(page);
    const cap = (symbol: string) => rows.find((row) => row.symbol === symbol)?.marketCap ?? 1;
    const ratio = (await area(apple)) / (await area(nvidia));
    expect(ratio / (cap('AAPL') / cap('NVDA'))).toBeCloseTo(1, 1);
  },
);

for (const [width, height] of [
  [768, 1024],
  [1440, 900],
  [2560, 1440],
  [3840, 2160],
] as const)
  testOnSharedPage(
    `at ${width} px no text is cut, no tile is blank, and no tiles overlap`,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await expect.poll(() => findUnreadable(page)).toEqual({ clipped: [], overlapping: 0, blank: 0 });
    },
  );

testOnSharedPage(
  'on a phone each sector is a strip of its largest tiles, and its name opens all tiles',
  async ({ page }) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const technology = map(page).getByRole('region', { name: 'Technology' });
      await expect(technology.locator('[data-tile]')).toHaveCount(4);
      await expect(technology.getByRole('button', { name: /^\d+ more in Technology/ })).toBeVisible();
      await expect.poll(() => findUnreadable(page)).toEqual({ clipped: [], overlapping: 0, blank: 0 });
    }
    const count = (await fetchStocks(page)).filter(
      (row) => row.sector === 'Technology' && row.marketCap,
    ).length;
    await map(page).locator('button[data-group="Technology"]').click();
    await expect(page).toHaveURL(/sector=Technology$/);
    await expect(tiles(page)).toHaveCount(count);
    await expect.poll(() => findUnreadable(page)).toEqual({ clipped: [], overlapping: 0, blank: 0 });
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(page).not.toHaveURL(/sector/);
  },
);

testOnSharedPage(
  "a sector's name zooms in, Escape and the breadcrumb zoom out, and the focus follows",
  async ({ page }) => {
    const count = (await fetchStocks(page)).filter((row) => row.sector === 'Energy' && row.marketCap).length;
    await sectorHeader(page, 'Energy').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/sector=Energy$/);
    await expect(tiles(page)).toHaveCount(count);
    const breadcrumb = page.getByRole('navigation', { name: 'Zoom' });
    await expect(breadcrumb).toContainText('Energy');
    await expect(breadcrumb.getByRole('button', { name: 'All' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/sector/);
    await expect(sectorHeader(page, 'Energy')).toBeFocused();
    await sectorHeader(page, 'Healthcare').click();
    await breadcrumb.getByRole('button', { name: 'All' }).click();
    await expect(sectorHeader(page, 'Healthcare')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/sector=Healthcare$/);
  },
);

testOnSharedPage(
  'a card shows details of the tile under the pointer or with focus; arrow keys move focus',
  async ({ page }) => {
    const card = page.getByRole('tooltip');
    await tile(page, 'AAPL').hover();
    await expect(card).toContainText('Apple Inc.');
    await expect(card).toContainText(/Rank in Technology\d+ of \d+/);
    await expect(card).toContainText(/Share of the group\d+\.\d%/);
    await expect(card).toContainText(/Volume vs average[\d.]+M, \d\.\d×/);
    expect((await card.boundingBox())?.width).toBe(280);
    await expectAccessible(page);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect(card).toHaveCount(0);
    await tile(page, 'AAPL').focus();
    const tabStops = map(page).locator('[data-tile][tabindex="0"]');
    await expect(tabStops).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(tile(page, 'AAPL')).not.toBeFocused();
    await expect(card).toBeVisible();
    await expect(tiles(page).and(page.locator(':focus'))).toHaveAttribute('aria-describedby', /.+/);
    await page.keyboard.press('ArrowLeft');
    await expect(tiles(page).and(page.locator(':focus'))).toHaveCount(1);
  },
);

test('a click opens the quote next to the map, Escape closes it, a double click opens the ticker', async ({
  page,
}) => {
  await page.goto('heatmap');
  await waitForMap(page);
  await tile(page, 'MSFT').click();
  const quote = page.getByRole('complementary', { name: 'Quote of MSFT' });
  await expect(quote).toBeVisible();
  await expect.poll(() => findUnreadable(page)).toEqual({ clipped: [], overlapping: 0, blank: 0 });
  await expectAccessible(page);
  await tile(page, 'MSFT').focus();
  await page.keyboard.press('Escape');
  await expect(quote).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(quote).toBeVisible();
  await quote.getByRole('button', { name: 'Close quote' }).click();
  await tile(page, 'MSFT').dblclick();
  await expect(page).toHaveURL(/\/ticker\/MSFT$/);
});

test('market, size, group and period are in the URL, and each market has its own options', async ({
  page,
}) => {
  await page.goto('heatmap?period=1M&size=equal&group=country');
  await waitForMap(page);
  await expect(map(page).getByRole('button', { name: '1M', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(sectorHeader(page, 'United States')).toBeVisible();
  const closes: { id: number; monthAgo: number | null; yearStart: number | null }[] = await (
    await page.request.get('api/period-closes?type=stock')
  ).json();
  expect(closes.filter(({ monthAgo, yearStart }) => monthAgo && yearStart).length).toBeGreaterThan(100);
  await expect(tile(page, 'AAPL')).toHaveAccessibleName(/[+−][\d.]+% over the past month$/);
  await map(page).getByRole('button', { name: 'YTD', exact: true }).click();
  await expect(tile(page, 'AAPL')).toHaveAccessibleName(/[+−][\d.]+% this year$/);
  await page.getByRole('combobox', { name: /^Group/ }).selectOption('none');
  await expect(map(page).locator('button[data-group]')).toHaveCount(0);
  await map(page).getByRole('button', { name: 'Commodities', exact: true }).click();
  await expect(page).toHaveURL(/market=commodities/);
  await expect(page).not.toHaveURL(/size|group/);
  await expect(tile(page, 'GC=F')).toBeVisible();
  await page.reload();
  await expect(tile(page, 'GC=F')).toHaveAccessibleName(/this year$/);
});

test('a tick changes the number and color of its tile, and the total of its sector', async ({ page }) => {
  const feed = await mockFeed(page);
  await page.goto('heatmap');
  await waitForMap(page);
  const row = (await fetchStocks(page)).find(({ symbol }) => symbol === 'AAPL');
  await expect.poll(() => feed.requests.includes(`subscribe ${row?.id}`)).toBe(true);
  const tick = (change24h: number, updatedAt: string) =>
    feed.send({ type: 'ticker_update', data: { ...row, price: 321.5, change24h, updatedAt } });
  tick(-9.5, '2027-01-01T00:00:00Z');
  await expect(tile(page, 'AAPL')).toContainText('−9.50%');
  await expect(tile(page, 'AAPL')).toContainText('$321.50');
  await expect(tile(page, 'AAPL')).toHaveAttribute('data-direction', 'down');
  await expect(tile(page, 'AAPL')).toHaveAttribute('data-step', '4');
  await expect(sectorHeader(page, 'Technology')).toHaveAccessibleName(/Technology, −/);
  tick(0.004, '2027-01-01T00:00:01Z');
  await expect(tile(page, 'AAPL')).toHaveAttribute('data-step', '0');
});

test('full screen shows only the map', async ({ page }) => {
  await page.goto('heatmap');
  await waitForMap(page);
  const fullScreenButton = page.getByRole('button', { name: 'Full screen' });
  await fullScreenButton.click();
  await expect(fullScreenButton).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label'))).toBe('Heatmap');
  await fullScreenButton.click();
  await expect(fullScreenButton).toHaveAttribute('aria-pressed', 'false');
});

testOnSharedPage("the header marks the section of the map's market", async ({ page }) => {
  const main = page.getByRole('navigation', { name: 'Main' });
  const activeSection = main.locator('[data-within]');
  await expect(activeSection).toHaveText(['Stocks']);
  await page
    .getByRole('group', { name: 'Market', exact: true })
    .getByRole('button', { name: 'Crypto' })
    .click();
  await expect(page).toHaveURL(/market=crypto/);
  await expect(activeSection).toHaveText(['Crypto']);
});

checkPage('heatmap', waitForMap);
checkPage('heatmap?market=crypto&period=YTD', waitForMap);

test.describe('without colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('tiles have edges and arrows, and the chosen period can be read', async ({ page }) => {
    await page.goto('heatmap');
    await waitForMap(page);
    const apple = tile(page, 'AAPL');
    const edge = await apple.evaluate((element) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
      return `${borderTopWidth} ${borderTopStyle}`;
    });
    expect(edge).toBe('1px solid');
    const arrow = apple.locator('[data-arrow]');
    await expect(arrow).toHaveCSS('forced-color-adjust', 'none');
    const chosen = page.getByRole('button', { name: '1D', exact: true });
    const [text, background] = await chosen.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor];
    });
    expect(text).not.toBe(background);
  });
});
