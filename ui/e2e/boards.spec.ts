import { expectAccessible } from './axe.ts';
import { checkPage } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

checkPage('boards', (page) =>
  expect(page.getByRole('link', { name: 'Wall display', exact: true })).toBeVisible(),
);
test('every board has a live preview; a board is created, edited and opened as a kiosk', async ({ page }) => {
  await page.goto('boards');
  const wall = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Wall display', exact: true }) });
  await expect(wall.getByText('9 tiles · Shown for 60 s in the rotation')).toBeVisible();
  // The preview shows a live price.
  await expect(wall.getByText(/^7,\d{3}\.\d\d$/).first()).toBeVisible();
  await expect(wall.getByText('/board/main?kiosk')).toBeVisible();
  await expect(
    page.getByText('Kiosks rotate through Wall display and Branch office; a full cycle takes 90 s.'),
  ).toBeVisible();
  const edit = wall.getByRole('link', { name: 'Edit Wall display' });
  await expect(edit).toHaveAttribute('href', /\/board\/main\?edit$/);
  const kiosk = wall.getByRole('link', { name: 'Open Wall display as a kiosk' });
  await expect(kiosk).toHaveAttribute('href', /\/board\/main\?kiosk$/);
  await test.step('a click on the preview opens the board', async () => {
    const box = await wall.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 200, (box?.y ?? 0) + 100);
    await expect(page).toHaveURL(/\/board\/main$/);
    await page.goBack();
  });
  await test.step('a board is created by keyboard', async () => {
    await page.getByRole('button', { name: 'New board' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Edit board' })).toBeVisible();
    const created = /\/board\/(board[^/?]*)\?edit/.exec(page.url())?.[1] ?? '';
    expect(created).not.toBe('');
    await page.request.delete(`api/boards/${created}`);
  });
});
checkPage('board/main', async (page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Wall display' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Sessions' })).toBeVisible();
  await expect(page.getByText('Closes in').first()).toBeVisible();
});
checkPage('board/main?edit', async (page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Edit board' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Session clock/ }).last()).toBeVisible();
});

const remInPixels = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

test('a kiosk shows only its board, scaled to every screen', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('board/main?kiosk');
  await expect(page.getByRole('heading', { level: 2, name: 'S&P 500' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(9);
  await expect(page.getByRole('banner').getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.locator('main')).toHaveCSS('cursor', 'none');
  expect(await remInPixels(page)).toBe(16);
  await expect(page.getByText('Sample data')).toBeVisible();
  await expectAccessible(page);
  await test.step('4K', async () => {
    await page.setViewportSize({ width: 3840, height: 2160 });
    await expect.poll(() => remInPixels(page)).toBe(32);
    // Returns true if the board is wider than the screen, or a title is wider than its tile.
    const isCut = () =>
      page.evaluate(() => {
        const overflow = document.documentElement.scrollWidth > window.innerWidth;
        const titles = [...document.querySelectorAll('h2')];
        return overflow || titles.some((title) => title.scrollWidth > title.clientWidth + 1);
      });
    await expect.poll(isCut).toBe(false);
  });
  await test.step('800 × 480: six rows and no tiles', async () => {
    await page.setViewportSize({ width: 800, height: 480 });
    await expect(page.getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Wall display');
    const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
});

test('while the server is unreachable, a kiosk shows the last prices without an error', async ({ page }) => {
  await page.goto('board/branch?kiosk');
  const price = page.getByText(/^7,\d{3}\.\d\d$/).first();
  await expect(price).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  // The app reconnects on this event, and all requests fail.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(price).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Creates the board `name`, runs a test with it and deletes it. */
async function withBoard(page: Page, name: string, run: () => Promise<void>): Promise<void> {
  const board = {
    title: name,
    inRotation: false,
    tiles: [
      { x: 0, y: 0, width: 4, height: 3, content: { kind: 'quote', symbol: 'BTC' } },
      { x: 8, y: 6, width: 4, height: 2, content: { kind: 'sessions' } },
    ],
  };
  const created = await page.request.put(`api/boards/${name}`, { data: board });
  expect(created.status()).toBe(201);
  try {
    await run();
  } finally {
    await page.request.delete(`api/boards/${name}`);
  }
}

const tile = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Board tiles' }).getByRole('button', { name });

test('tiles are placed, moved, resized, duplicated and removed by keyboard, with undo and saving', async ({
  page,
}) => {
  await withBoard(page, 'editor-keys', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.goto('board/editor-keys?edit');
    const quote = (position: string) => tile(page, new RegExp(`^Large price BTC, ${position}$`));
    await quote('4 × 3 at column 1, row 1').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(quote('4 × 3 at column 2, row 2')).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(quote('5 × 3 at column 2, row 2')).toBeFocused();
    await page.keyboard.press('Control+d');
    await expect(tile(page, /^Large price/)).toHaveCount(2);
    await page.keyboard.press('Control+z');
    await expect(tile(page, /^Large price/)).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(quote('4 × 3 at column 2, row 2')).toBeVisible();
    // A tile can't move beyond the edge of the board.
    const sessions = tile(page, /^Session clock, 4 × 2 at column 9, row 7$/);
    await sessions.focus();
    await page.keyboard.press('ArrowDown');
    await expect(sessions).toBeFocused();
    await expect(page.getByText("There's no free space there.")).toBeAttached();
    await page.keyboard.press('Delete');
    await expect(sessions).toHaveCount(0);
    await page
      .getByRole('region', { name: 'Tiles', exact: true })
      .getByRole('button', { name: /^News ticker/ })
      .press('Enter');
    await expect(tile(page, /^News ticker, 8 × 1 at column 1, row 1$/)).toBeVisible();
    await expect(page.getByText('Saved on this server')).toBeVisible();
    await page.reload();
    await expect(tile(page, /./)).toHaveCount(2);
    await expect(quote('4 × 3 at column 2, row 2')).toBeVisible();
  });
});

test('on a phone the tiles of a board are a list that opens their settings', async ({ page }) => {
  await withBoard(page, 'editor-phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('board/editor-phone?edit');
    const rows = page.getByRole('region', { name: 'On this board' }).getByRole('button');
    await expect(rows).toHaveText([/^Large price BTC4 × 3$/, /^Session clock4 × 2$/]);
    await rows.first().press('Enter');
    await expect(rows.first()).toHaveAttribute('aria-pressed', 'true');
    const settings = page.getByRole('region', { name: 'Large price' });
    await expect(settings).toBeInViewport();
    await expect(settings.getByLabel('Ticker')).toHaveValue('BTC');
    // The settings are reachable by keyboard.
    await page.keyboard.press('Tab');
    await expect(settings.getByRole('button', { name: 'Remove Large price' })).toBeFocused();
  });
});

test('tiles are dragged by pointer, and their settings change the board', async ({ page }) => {
  await withBoard(page, 'editor-pointer', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.goto('board/editor-pointer?edit');
    const quote = tile(page, /^Large price/);
    await expect(quote).toBeVisible();
    // The editor has its size only after layout.
    const quoteBox = async () => (await quote.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await expect.poll(async () => (await quoteBox()).width).toBeGreaterThan(100);
    const { x, y, width, height } = await quoteBox();
    const column = width / 4;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 2 * column, y + height / 2 + height / 3, { steps: 4 });
    await page.mouse.up();
    await expect(tile(page, /^Large price BTC, 4 × 3 at column 3, row 2$/)).toBeVisible();
    await test.step('a tile is dragged from the list of tiles', async () => {
      const movers = page
        .getByRole('region', { name: 'Tiles', exact: true })
        .getByRole('button', { name: /^Movers/ });
      await movers.hover();
      await page.mouse.down();
      await page.mouse.move(x + 9 * column, y + height / 2, { steps: 6 });
      await page.mouse.up();
      await expect(tile(page, /^Movers stocks, 3 × 2 at column \d+, row \d$/)).toBeVisible();
    });
    await test.step('the settings of a tile change it', async () => {
      await tile(page, /^Large price/).click();
      const ticker = page.getByRole('textbox', { name: 'Ticker' });
      await ticker.fill('nope');
      await ticker.press('Enter');
      await expect(page.getByText("Unknown symbol 'NOPE'.")).toBeVisible();
      await expect(tile(page, /^Large price BTC/)).toBeVisible();
      await tile(page, /^Large price/).click();
      await page.getByRole('textbox', { name: 'Ticker' }).fill('eth');
      await page.getByRole('textbox', { name: 'Ticker' }).press('Enter');
      await expect(tile(page, /^Large price ETH/)).toBeVisible();
      await page.getByRole('textbox', { name: 'Title' }).fill('Kitchen');
      await page.getByRole('textbox', { name: 'Title' }).press('Enter');
      await expect(page.getByRole('link', { name: 'Kitchen' })).toBeVisible();
      await expectAccessible(page);
    });
  });
});

test('until its data arrives, a kiosk has placeholders in its tiles', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/(?!boards|settings|config)/, async (route) => {
    await released;
    await route.fallback();
  });
  await page.goto('board/main?kiosk');
  const sessions = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Sessions' });
  await expect(page.locator('section [aria-busy="true"]')).not.toHaveCount(0);
  await expect(sessions.getByText('Always open')).toHaveCount(0);
  release();
  await expect(page.locator('section [aria-busy="true"]')).toHaveCount(0);
  await expect(sessions.getByText('Always open')).toBeVisible();
});
