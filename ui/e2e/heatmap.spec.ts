import { expect, type Page, test } from '@playwright/test';
import { checkPage } from './checkPage.ts';
import { scriptFeed } from './live.ts';

interface Row {
  id: number;
  symbol: string;
  name: string;
  sector: string;
  price: number;
  marketCap: number | null;
  volume24h: number | null;
}

const served = async (page: Page, call: string): Promise<Row[]> =>
  (await page.request.get(`api/${call}`)).json();
const tiles = (page: Page) => page.getByRole('figure').getByRole('link');
const tile = (page: Page, symbol: string) =>
  page
    .getByRole('figure')
    .getByRole('link', { name: new RegExp(`\\(${symbol.replace(/[.^]/g, '\\$&')}\\)`) });
const boxOf = async (page: Page, symbol: string) => {
  const box = await tile(page, symbol).boundingBox();
  if (!box) throw new Error(`${symbol} is not drawn`);
  return box;
};

test('COMM-01 the switch shows a heatmap, and the address keeps it', async ({ page }) => {
  await page.goto('commodities');
  const view = page.getByRole('group', { name: 'View' });
  await expect(view.getByRole('button', { name: 'Table' })).toHaveAttribute('aria-pressed', 'true');
  await view.getByRole('button', { name: 'Heatmap' }).click();
  await expect(page).toHaveURL(/view=heatmap/);
  const known = (await served(page, 'tickers/commodities')).filter(({ volume24h }) => volume24h);
  await expect(tiles(page)).toHaveCount(known.length);
  await expect(page.getByText(/^Area: 24h volume\. Colour: 24h change\./)).toBeVisible();
  await page.reload();
  await expect(tiles(page)).toHaveCount(known.length);
  const metals = known.filter(({ sector }) => sector === 'Metals');
  await page.getByRole('group', { name: 'Sector' }).getByRole('button', { name: 'Metals' }).click();
  await expect(tiles(page)).toHaveCount(metals.length);
  await view.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: 'Commodities' })).toBeVisible();
});

test('COMM-01 a tile lies under the name of its sector and opens its ticker', async ({ page }) => {
  await page.goto('commodities?view=heatmap');
  for (const [symbol, sector] of [
    ['CL=F', 'Energy'],
    ['GC=F', 'Metals'],
    ['ZC=F', 'Agriculture'],
  ] as const) {
    const heading = await page
      .getByRole('figure')
      .getByText(new RegExp(`${sector}$`))
      .boundingBox();
    const box = await boxOf(page, symbol);
    expect(box.x).toBeGreaterThanOrEqual((heading?.x ?? 0) - 1);
    expect(box.x + box.width).toBeLessThanOrEqual((heading?.x ?? 0) + (heading?.width ?? 0) + 2);
    expect(box.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0) - 1);
  }
  await tile(page, 'GC=F').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ticker\/GC(=|%3D)F$/);
});

test('STCK-02 the area of a tile is its market cap', async ({ page }) => {
  await page.goto('stock-analysis?tab=sectors&sector=Technology&view=heatmap');
  await expect(page.getByText(/^Area: market cap\. Colour: 24h change\./)).toBeVisible();
  const stocks = (await served(page, 'tickers?type=stock'))
    .filter(({ sector, marketCap }) => sector === 'Technology' && marketCap)
    .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0));
  const area = async ({ symbol }: Row) => {
    const { width, height } = await boxOf(page, symbol);
    return (width + 2) * (height + 2);
  };
  const [first, second] = [stocks[0], stocks[4]] as [Row, Row];
  const ratio = (await area(first)) / (await area(second));
  expect(ratio / ((first.marketCap ?? 1) / (second.marketCap ?? 1))).toBeCloseTo(1, 1);
});

test('CTRK-02 COMM-01 a tile follows the live feed, in figures, arrow and colour', async ({ page }) => {
  const feed = await scriptFeed(page);
  await page.goto('crypto-tracker?view=heatmap');
  const bitcoin = (await served(page, 'tickers?type=crypto')).find(({ symbol }) => symbol === 'BTC');
  await expect.poll(() => feed.asked.includes(`subscribe ${bitcoin?.id}`)).toBe(true);
  const tick = (change24h: number) =>
    feed.send({
      type: 'ticker_update',
      data: { ...bitcoin, price: 12_345.5, change24h, updatedAt: '2027-01-01T00:00:00Z' },
    });
  tick(-4.2);
  await expect(tile(page, 'BTC')).toContainText('$12,345.50');
  await expect(tile(page, 'BTC')).toContainText('▼−4.20%');
  await expect(tile(page, 'BTC')).toHaveAttribute('data-way', 'down');
  await expect(tile(page, 'BTC')).toHaveAttribute('data-depth', '4');
  tick(0.2);
  await expect(tile(page, 'BTC')).toContainText('▲+0.20%');
  await expect(tile(page, 'BTC')).toHaveAttribute('data-depth', '1');
  await tile(page, 'BTC').hover();
  await expect(page.getByRole('tooltip')).toContainText('market cap $');
});

const drawn = (page: Page) => expect(tiles(page).first()).toBeVisible();
checkPage('commodities?view=heatmap', drawn);
checkPage('stock-analysis?tab=sectors&view=heatmap', drawn);
checkPage('crypto-tracker?view=heatmap', drawn);
