import { checkPage } from './checkPage.ts';
import { mockFeed } from './live.ts';
import { expect, type Page, test } from './test.ts';

interface Row {
  id: number;
  symbol: string;
  name: string;
  sector: string;
  price: number;
  marketCap: number | null;
  volume24h: number | null;
}

const fetchRows = async (page: Page, call: string): Promise<Row[]> =>
  (await page.request.get(`api/${call}`)).json();
const tiles = (page: Page) => page.getByRole('figure').locator('[data-tile]');
/** Returns the number of tickers on the map: the tiles and the numbers in '+n'. */
const countTickers = async (page: Page) => {
  const others = await page.getByRole('figure').locator('a[title] [aria-hidden]').allInnerTexts();
  return (await tiles(page).count()) + others.reduce((sum, text) => sum + Number(text), 0);
};
const tile = (page: Page, symbol: string) =>
  page
    .getByRole('figure')
    .getByRole('link', { name: new RegExp(`\\(${symbol.replace(/[.^]/g, '\\$&')}\\)`) });
const tileBox = async (page: Page, symbol: string) => {
  const box = await tile(page, symbol).boundingBox();
  if (!box) throw new Error(`${symbol} has no tile`);
  return box;
};

test('COMM-01 the view switch shows a heatmap, which the URL opens again', async ({ page }) => {
  await page.goto('commodities');
  const view = page.getByRole('group', { name: 'View' });
  await expect(view.getByRole('button', { name: 'Table' })).toHaveAttribute('aria-pressed', 'true');
  await view.getByRole('button', { name: 'Heatmap' }).click();
  await expect(page).toHaveURL(/view=heatmap/);
  const withVolume = (await fetchRows(page, 'tickers/commodities')).filter(({ volume24h }) => volume24h);
  await expect.poll(() => countTickers(page)).toBe(withVolume.length);
  await expect(page.getByText(/^Area: 24h volume\. Color: change today\./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the full-page heatmap' })).toHaveAttribute(
    'href',
    /\/heatmap\?market=commodities$/,
  );
  await page.reload();
  await expect.poll(() => countTickers(page)).toBe(withVolume.length);
  const metals = withVolume.filter(({ sector }) => sector === 'Metals');
  await page.getByRole('group', { name: 'Sector' }).getByRole('button', { name: 'Metals' }).click();
  await expect.poll(() => countTickers(page)).toBe(metals.length);
  await view.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: 'Commodities' })).toBeVisible();
});

test('COMM-01 a tile is below the name of its sector and opens its ticker', async ({ page }) => {
  await page.goto('commodities?view=heatmap');
  for (const [symbol, sector] of [
    ['CL=F', 'Energy'],
    ['GC=F', 'Metals'],
    ['ZC=F', 'Agriculture'],
  ] as const) {
    await expect(async () => {
      const heading = await page.locator(`[data-group="${sector}"]`).boundingBox();
      const box = await tileBox(page, symbol);
      expect(box.x).toBeGreaterThanOrEqual((heading?.x ?? 0) - 1);
      expect(box.x + box.width).toBeLessThanOrEqual((heading?.x ?? 0) + (heading?.width ?? 0) + 2);
      expect(box.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0) - 1);
    }).toPass();
  }
  await tile(page, 'GC=F').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ticker\/GC(=|%3D)F$/);
});

test('STCK-02 controls, map and legend of the stocks fit on the first screen of a laptop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('stock-analysis?tab=sectors&view=heatmap');
  const map = page.getByRole('figure', { name: 'Heatmap of stocks' });
  await expect(map.getByRole('link').first()).toBeVisible();
  await expect(map.getByText('+3.0', { exact: true })).toBeInViewport({ ratio: 1 });
  // All sectors are in one row.
  const chips = page.getByRole('group', { name: 'Sector' }).getByRole('button');
  const tops = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('STCK-02 the area of a tile shows its market cap', async ({ page }) => {
  await page.goto('stock-analysis?tab=sectors&sector=Technology&view=heatmap');
  await expect(page.getByText(/^Area: market cap\. Color: change today\./)).toBeVisible();
  const stocks = (await fetchRows(page, 'tickers?type=stock'))
    .filter(({ sector, marketCap }) => sector === 'Technology' && marketCap)
    .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0));
  const area = async ({ symbol }: Row) => {
    const { width, height } = await tileBox(page, symbol);
    return (width + 2) * (height + 2);
  };
  const [first, second] = [stocks[0], stocks[4]] as [Row, Row];
  const ratio = (await area(first)) / (await area(second));
  expect(ratio / ((first.marketCap ?? 1) / (second.marketCap ?? 1))).toBeCloseTo(1, 1);
});

test('CTRK-02 COMM-01 number, arrow and color of a tile follow the live feed', async ({ page }) => {
  const feed = await mockFeed(page);
  await page.goto('crypto-tracker?view=heatmap');
  const bitcoin = (await fetchRows(page, 'tickers?type=crypto')).find(({ symbol }) => symbol === 'BTC');
  await expect.poll(() => feed.requests.includes(`subscribe ${bitcoin?.id}`)).toBe(true);
  const tick = (change24h: number) =>
    feed.send({
      type: 'ticker_update',
      data: { ...bitcoin, price: 12_345.5, change24h, updatedAt: '2027-01-01T00:00:00Z' },
    });
  tick(-42);
  await expect(tile(page, 'BTC')).toContainText('$12,345.50');
  await expect(tile(page, 'BTC')).toContainText('−42.00%');
  await expect(tile(page, 'BTC').locator('[data-arrow=down]')).toBeVisible();
  await expect(tile(page, 'BTC')).toHaveAttribute('data-direction', 'down');
  await expect(tile(page, 'BTC')).toHaveAttribute('data-step', '4');
  tick(0.45);
  await expect(tile(page, 'BTC')).toContainText('+0.45%');
  await expect(tile(page, 'BTC').locator('[data-arrow=up]')).toBeVisible();
  await expect(tile(page, 'BTC')).toHaveAttribute('data-step', '1');
  await tile(page, 'BTC').hover();
  await expect(page.getByRole('tooltip')).toContainText(/Market cap\$/);
});

/** Returns unreadable parts of the map: tiles with clipped text, and group names that a tile covers. */
async function findUnreadable(page: Page): Promise<{ clipped: string[]; covered: string[] }> {
  return page.getByRole('figure').evaluate((figure) => {
    const tiles = [...figure.querySelectorAll<HTMLElement>('a[data-tile]')];
    const clipped = tiles.filter(
      (tile) =>
        tile.scrollWidth > tile.clientWidth ||
        tile.scrollHeight > tile.clientHeight ||
        // A number must not be wider than its tile.
        [...tile.querySelectorAll('.num')].some((figure) => figure.scrollWidth > tile.clientWidth) ||
        // Every tile must show its symbol.
        !tile.querySelector('b'),
    );
    const boxes = tiles.map((tile) => tile.getBoundingClientRect());
    const covered = [...figure.querySelectorAll<HTMLElement>('[data-group]')].filter((group) => {
      const { left, right, top, bottom } = group.getBoundingClientRect();
      const isOver = (box: DOMRect) =>
        box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
      return group.scrollHeight > group.clientHeight || boxes.some(isOver);
    });
    return {
      clipped: clipped.map((tile) => tile.innerText),
      covered: covered.map((group) => group.innerText),
    };
  });
}

for (const width of [390, 1440, 2560, 3840]) {
  test(`at ${width} px no number of the heatmap is clipped and no heading is covered`, async ({ page }) => {
    await page.setViewportSize({ width, height: Math.max(900, width / 2) });
    for (const path of ['stock-analysis?tab=sectors&view=heatmap', 'crypto-tracker?view=heatmap']) {
      await page.goto(path);
      await expect(tiles(page).first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      expect(await findUnreadable(page)).toEqual({ clipped: [], covered: [] });
    }
    // Coins are grouped by category, stocks by sector.
    const groups = page.getByRole('figure').locator('[data-group]');
    await expect(groups.first()).toBeVisible();
    await page.goto('stock-analysis?tab=sectors&view=heatmap');
    await expect(groups.first()).toBeVisible();
  });
}

test('at 3840 px changes of ten percent and more are not clipped', async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  await page.route('**/api/tickers?type=stock*', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { change24h: number }[];
    const largeChanges = rows.map((row, index) => ({
      ...row,
      change24h: (index % 2 ? -1 : 1) * (12.34 + index),
    }));
    await route.fulfill({ json: largeChanges });
  });
  await mockFeed(page);
  await page.goto('stock-analysis?tab=sectors&view=heatmap');
  await expect(
    page
      .getByRole('figure')
      .getByText(/[+−]\d\d+\.\d\d%/)
      .first(),
  ).toBeVisible();
  expect(await findUnreadable(page)).toEqual({ clipped: [], covered: [] });
});

test('a tick changes only the DOM of its tile', async ({ page }) => {
  const feed = await mockFeed(page);
  await page.goto('crypto-tracker?view=heatmap');
  const bitcoin = (await fetchRows(page, 'tickers?type=crypto')).find(({ symbol }) => symbol === 'BTC');
  await expect.poll(() => feed.requests.includes(`subscribe ${bitcoin?.id}`)).toBe(true);
  await expect(tile(page, 'BTC')).toBeVisible();
  await page.getByRole('figure').evaluate((figure) => {
    const changedTiles = new Set<string>();
    Object.assign(window, { changedTiles });
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const link = element?.closest('li')?.querySelector('a');
        changedTiles.add(
          link?.getAttribute('href') ??
            `elsewhere: ${(element?.cloneNode() as Element | undefined)?.outerHTML}`,
        );
      }
    });
    observer.observe(figure, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  feed.send({
    type: 'ticker_update',
    data: { ...bitcoin, price: 12_345.5, change24h: -4.2, updatedAt: '2027-01-01T00:00:00Z' },
  });
  await expect(tile(page, 'BTC')).toContainText('$12,345.50');
  const changedTiles = await page.evaluate(() => [
    ...(window as unknown as { changedTiles: Set<string> }).changedTiles,
  ]);
  expect(changedTiles).toEqual([expect.stringMatching(/ticker\/BTC$/)]);
});

test('COMM-01 STCK-02 on a phone each sector is a strip, and its name and +n open all tiles', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('stock-analysis?tab=sectors&view=heatmap');
  const strip = page.getByRole('figure').getByRole('region', { name: 'Technology' });
  await expect(strip.locator('[data-tile]')).toHaveCount(4);
  await expect(strip.getByRole('link', { name: /^\d+ more in Technology: / })).toHaveAttribute(
    'href',
    /\/heatmap\?sector=Technology$/,
  );
  // Each strip has one tab stop. Arrow keys move between its tiles, and Enter opens the sector.
  await strip.locator('[data-tile]').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(strip.locator('[data-tile]').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+Tab');
  await expect(strip.locator('[data-group]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/heatmap\?sector=Technology$/);
  await expect(page.getByRole('navigation', { name: 'Zoom' })).toContainText('Technology');
});

const waitForTiles = (page: Page) => expect(tiles(page).first()).toBeVisible();
checkPage('commodities?view=heatmap', waitForTiles);
checkPage('stock-analysis?tab=sectors&view=heatmap', waitForTiles);
checkPage('crypto-tracker?view=heatmap', waitForTiles);
