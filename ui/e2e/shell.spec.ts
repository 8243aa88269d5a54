import { expectAccessible } from './axe.ts';
import { holdRequests } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Locator, test } from './test.ts';

const testOnSharedPage = sharedPage('');

const PHONE = { width: 390, height: 844 };

test('NAV-02 a numeric id redirects to the symbol without adding a history entry', async ({
  page,
  request,
}) => {
  const [result] = await (await request.get('api/tickers/search?q=AAPL')).json();
  await page.goto('');
  await page.goto(`ticker-by-id/${result.id}`);
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('NAV-02 a message shows while the ticker loads', async ({ page }) => {
  const release = await holdRequests(page, '**/api/tickers/id/3');
  await page.goto('ticker-by-id/3');
  await expect(page.getByText('Redirecting to ticker...')).toBeVisible();
  await release();
  await expect(page).toHaveURL(/\/ticker\//);
});

test('NAV-02 an unknown id opens the not-found page', async ({ page }) => {
  await page.goto('ticker-by-id/99999999');
  await expect(page).toHaveURL(/\/not-found$/);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

for (const path of ['ticker/AAPL', 'ticker-by-id/3']) {
  test(`TICK-01 NAV-02 ${path} keeps its URL while the server fails, and recovers`, async ({ page }) => {
    const call = path === 'ticker/AAPL' ? '**/api/tickers/AAPL' : '**/api/tickers/id/3';
    await page.route(call, (route) => route.fulfill({ status: 503, body: 'The database is being opened.' }));
    await page.goto(path);
    await expect(page.getByRole('heading', { name: "Couldn't load this page" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/${path}`);
    await page.unroute(call);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('h1')).not.toHaveText("Couldn't load this page");
    await expect(page).toHaveURL(/\/ticker\//);
  });
}

test('NAV-02 an empty response opens the not-found page', async ({ page }) => {
  await page.route('**/api/tickers/id/3', (route) => route.fulfill({ json: null }));
  await page.goto('ticker-by-id/3');
  await expect(page).toHaveURL(/\/not-found$/);
});

test('a new page starts at the top, and Back restores the scroll position', async ({ page }) => {
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.goto('crypto');
  const row = page.getByRole('row').nth(15).getByRole('link').first();
  await row.scrollIntoViewIfNeeded();
  await expect.poll(scrolled).toBeGreaterThan(300);
  const leftAt = await scrolled();
  await row.click();
  await expect(page).toHaveURL(/\/ticker\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/crypto$/);
  await expect.poll(scrolled).toBe(leftAt);
  await page.reload();
  await expect.poll(scrolled).toBe(leftAt);
});

test('sorting a table keeps the scroll position', async ({ page }) => {
  await page.goto('crypto');
  await expect(page.getByRole('row').nth(15)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 200));
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=price/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200);
});

test("a layer whose code can't be loaded shows an error, and the next click retries", async ({ page }) => {
  await page.route('**/assets/PopupLayer-*.js', (route) => route.abort());
  await page.goto('sitemap');
  const settings = page.getByRole('banner').getByRole('button', { name: 'Display settings' });
  await settings.click();
  await expect(page.getByText("Couldn't load this part of the app. Try again.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sitemap', level: 1 })).toBeVisible();
  await page.unrouteAll();
  await settings.click();
  await expect(page.getByRole('dialog', { name: 'Display settings' })).toBeVisible();
});

test("the first pointer movement loads the header's layers; a resting pointer loads nothing", async ({
  page,
}) => {
  const layers: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/(PopupLayer|NotificationList)-.*\.js/.test(request.url())) layers.push(request.url());
  });
  await page.goto('sitemap');
  await expect(page.getByRole('heading', { name: 'Sitemap', level: 1 })).toBeVisible();
  const movePointer = (movementX: number) =>
    page.evaluate((movementX) => {
      window.dispatchEvent(new PointerEvent('pointermove', { movementX }));
      return new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      );
    }, movementX);
  await movePointer(0);
  await page.waitForLoadState('networkidle');
  expect(layers).toEqual([]);
  await movePointer(3);
  await expect.poll(() => layers.length).toBe(2);
});

test('NAV-03 the header links to every market', async ({ page }) => {
  await page.goto('');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveCount(7);
  const links = await nav
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
  expect(links).toEqual([
    ['Home', '/'],
    ['Stocks', '/stock-analysis'],
    ['ETFs', '/etf-screener'],
    ['Crypto', '/crypto-tracker'],
    ['Commodities', '/commodities'],
    ['ICOs', '/ico-calendar'],
    ['Watchlist', '/watchlist'],
  ]);
  await page.goto('not-found');
  await page.getByRole('banner').getByRole('link', { name: 'Marketdeck' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('pages that are not in the header are under More', async ({ page }) => {
  await page.goto('');
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  const links = page.getByRole('dialog', { name: 'More pages' }).getByRole('link');
  await expect(links).toHaveText([
    'Heatmap',
    'Stock Screener',
    'ETF Overview',
    'Crypto Overview',
    'ICO List',
    'Market News',
    'Calendar',
    'Alerts',
    'Holdings',
    'Boards',
    'Charts',
    'Status',
    'Settings',
  ]);
  await links.filter({ hasText: 'Market News' }).click();
  await expect(page).toHaveURL(/\/news$/);
  await expect(page.getByRole('dialog', { name: 'More pages' })).toBeHidden();
});

test('Back returns to the previous tab, and the lists of the home page are in the URL', async ({ page }) => {
  await page.goto('stock-analysis');
  await page.getByRole('tab', { name: 'Top Performers' }).click();
  await expect(page).toHaveURL(/tab=performers/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Market Overview' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('?list=icos&status=ended');
  await expect(page.getByRole('tab', { name: 'Latest ICOs' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Ended', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('for a date outside of its range, the calendar shows a valid month', async ({ page }) => {
  await page.goto('ico-calendar?date=9999-12-31');
  await expect(page.getByRole('table', { name: /^[A-Z][a-z]+ 20\d\d$/ })).toBeVisible();
});

test('two dots open the not-found page', async ({ page }) => {
  await page.goto('');
  const field = page.getByRole('main').getByPlaceholder('Enter ticker symbol (e.g., AAPL, BTC, SPY)');
  await field.fill('..');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/not-found/);
});

test('printed pages have no header and no footer', async ({ page }) => {
  await page.goto('ticker/AAPL');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the header marks one entry for each page, also for pages under More', async ({ page }) => {
  const main = page.getByRole('navigation', { name: 'Main' });
  const activeEntry = main.locator('[aria-current="page"], [data-within], [data-current]');
  for (const [path, label] of [
    ['crypto', 'Crypto'],
    ['etfs', 'ETFs'],
    ['news', 'More'],
    ['dividend-calendar', 'More'],
    ['heatmap', 'Stocks'],
  ]) {
    await page.goto(path ?? '');
    await expect(activeEntry).toHaveText([label ?? '']);
  }
});

test('the header marks the market of a ticker page or a list', async ({ page }) => {
  const activeEntry = page.getByRole('navigation', { name: 'Main' }).locator('[data-within]');
  for (const [path, link] of [
    ['ticker/AAPL', 'Stocks'],
    ['ticker/SPY', 'ETFs'],
    ['ticker/BTC', 'Crypto'],
    ['ticker/GC=F', 'Commodities'],
    ['icos', 'ICOs'],
  ]) {
    await page.goto(path ?? '');
    await expect(activeEntry).toHaveText(link ?? '');
  }
  await page.goto('watchlist');
  await expect(activeEntry).toHaveCount(0);
});

testOnSharedPage(
  'NAV-03 NAV-08 below 768 px a menu groups the links as Markets and Additional',
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(
      page.getByRole('navigation', { name: 'Markets' }).getByRole('link', { name: 'Stocks' }),
    ).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Additional' })
      .getByRole('link', { name: 'Watchlist' })
      .click();
    await expect(page).toHaveURL(/\/watchlist$/);
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test('NAV-08 at 767 px the links are in the menu, from 768 px in the header', async ({ page }) => {
  const nav = page.getByRole('navigation', { name: 'Main' });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const guides = page.getByRole('button', { name: /^Read guide/ });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 767, height: 1024 });
  await page.goto('');
  await expect(menu).toBeVisible();
  await expect(nav).toBeHidden();
  await expect(guides).toHaveCount(3);
  const more = nav.getByRole('button', { name: 'More' });
  const sample = page.getByRole('banner').getByText('Sample data');
  for (const width of [768, 1023, 1024, 1100, 1200, 1279, 1280, 1360, 1440]) {
    await page.setViewportSize({ width, height: 1024 });
    // From 1024 px, the links and the controls next to them are on one line without overlapping.
    const gap = async () => {
      const [links, controls] = [await more.boundingBox(), await sample.boundingBox()];
      return (controls?.x ?? 0) - (links?.x ?? 0) - (links?.width ?? 0);
    };
    if (width >= 1024) await expect.poll(gap).toBeGreaterThanOrEqual(12);
    await expect(menu).toBeHidden();
    await expect(guides).toHaveCount(4);
    for (const link of await nav.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Notifications' })).toBeInViewport({ ratio: 1 });
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  }
});

testOnSharedPage(
  'NAV-04 the footer has three columns of links, the copyright year and a disclaimer',
  async ({ page }) => {
    const footer = page.getByRole('contentinfo');
    const columns = {
      Products: [
        ['Stock Analysis', '/stock-analysis'],
        ['ETF Screener', '/etf-screener'],
        ['Crypto Tracker', '/crypto-tracker'],
        ['Commodities', '/commodities'],
        ['Watchlist', '/watchlist'],
      ],
      Resources: [
        ['Market News', '/news'],
        ['Earnings Calendar', '/earnings-calendar'],
        ['ICO Calendar', '/ico-calendar'],
        ['Alerts', '/premium-alerts'],
        ['Market Overview', '/stock-analysis'],
      ],
      Company: [
        ['Home', '/'],
        ['About Us', '/#about'],
        ['Contact', '/#contact'],
        ['Settings', '/settings'],
        ['Privacy Policy', '/privacy-policy'],
        ['Terms of Use', '/terms-of-use'],
        ['Sitemap', '/sitemap'],
      ],
    };
    for (const [name, links] of Object.entries(columns)) {
      const columnLinks = footer.getByRole('navigation', { name }).getByRole('link');
      await expect(columnLinks).toHaveText(links.map(([text]) => text as string));
      const hrefs = await columnLinks.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(hrefs).toEqual(links.map(([, href]) => href));
    }
    await expect(footer).toContainText('© 2026 Marketdeck');
    await expect(footer).toContainText('informational purposes');
  },
);

test("NAV-04 the copyright line shows the year of the server's clock", async ({ page }) => {
  const session = await (await page.request.get('api/market-session')).json();
  await page.route('**/api/market-session', (route) =>
    route.fulfill({ json: { ...session, now: '2031-06-30T12:00:00Z' } }),
  );
  await page.goto('');
  await expect(page.getByRole('contentinfo')).toContainText('© 2031 Marketdeck');
});

test("NAV-04 'About Us' and 'Contact' scroll to their paragraphs, each time", async ({ page }) => {
  await page.goto('privacy-policy');
  const about = page.locator('#about');
  const contact = page.locator('#contact');
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(about).toBeFocused();
  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(contact).toBeFocused();
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(about).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('link', { name: 'About Us' }).press('Enter');
  await expect(about).toBeInViewport();
  await page.goto('sitemap#contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(contact).toBeFocused();
  await expect(contact).toBeInViewport();
});

testOnSharedPage('NAV-04 footer sections collapse on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'ETF Screener' });
  await expect(link).toBeHidden();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Products' }).click();
  await expect(link).toBeVisible();
});

test('NAV-06 an unknown path returns 404, with a search, Go Back and Home', async ({ page }) => {
  await page.goto('');
  const response = await page.goto('no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText("We couldn't find that page")).toBeVisible();
  await expect(
    page.getByText("The ticker or page you're looking for may not exist or has been moved."),
  ).toBeVisible();
  await expect(
    page.getByRole('main').getByPlaceholder('Enter ticker symbol (e.g., AAPL, BTC, SPY)'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('not-found');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("NAV-06 in a new tab, 'Go Back' opens the home page", async ({ page }) => {
  await page.goto('');
  const popup = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('no/such/page'));
  const tab = await popup;
  await tab.getByRole('button', { name: 'Go Back' }).click();
  await expect(tab).toHaveURL(/\/$/);
  await expect(tab.getByRole('heading', { name: 'Market Pulse' })).toBeVisible();
});

testOnSharedPage(
  'the price bar begins with the state of the live feed, without the words that the header has',
  async ({ page }) => {
    const state = page
      .getByRole('complementary', { name: 'Price bar' })
      .locator('span')
      .first()
      .getByTitle('Live data connected');
    await expect(state).toHaveText('Sample data');
    await page.setViewportSize({ width: 1920, height: 900 });
    expect((await state.boundingBox())?.width).toBeLessThan(12);
    await expect(page.getByRole('banner').getByText('Sample data')).toBeVisible();
  },
);

test('the price bar fits in its width, with the session at its end', async ({ page }) => {
  await page.goto('news');
  const items = page.getByRole('complementary', { name: 'Price bar' }).locator('> div');
  await expect(items.getByRole('link', { name: /S&P 500/ })).toBeVisible();
  await expect(items.getByText(/^US /)).toBeVisible();
  for (const width of [768, 1024, 1280, 1440, 1680, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => items.evaluate((box) => box.scrollWidth - box.clientWidth);
    await expect.poll(overflow, { message: `${width} px` }).toBeLessThanOrEqual(0);
  }
  // On a page that fills the window, it is as wide as the header.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('charts');
  const logo = page.getByRole('banner').getByRole('link', { name: 'Marketdeck' }).first();
  const left = async (locator: Locator) => (await locator.boundingBox())?.x ?? 0;
  await expect.poll(async () => (await left(items.locator('> *').first())) - (await left(logo))).toBe(0);
});

test('the price bar can be turned off, and stays off', async ({ page }) => {
  await page.goto('');
  const strip = page.getByRole('complementary', { name: 'Price bar' });
  await expect(strip.getByText('Bitcoin')).toBeVisible();
  await page.getByRole('button', { name: 'Display settings' }).click();
  await page.getByRole('switch', { name: 'Price bar at the top' }).click();
  await expect(strip).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Market Pulse' })).toBeVisible();
  await expect(strip).toBeHidden();
});

test('color scheme and direction colors are remembered', async ({ page }) => {
  await page.goto('');
  await page.getByRole('button', { name: 'Switch to dark colors' }).click();
  await page.getByRole('button', { name: 'Display settings' }).click();
  await page.getByRole('radio', { name: /color-blind safe/ }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('heading', { name: 'Market Pulse' })).toBeVisible();
  const upColor = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--md-up-line').trim(),
  );
  expect(upColor).toBe('#4b8ff5');
});

test('the not-found page is accessible in light and dark', async ({ page }) => {
  await page.goto('not-found');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expectAccessible(page);
  }
});

test.describe('without data saver', () => {
  test.use({ savesData: false });

  test('the code of the most likely next pages is prefetched while a page is idle', async ({ page }) => {
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto('sitemap');
    for (const name of ['TickerPage', 'HomePage', 'StockAnalysisPage', 'CommoditiesPage'])
      await expect
        .poll(() => fetched.some((path) => path.includes(`/${name}-`)), { message: name })
        .toBe(true);
  });
});

test('with data saver no page is prefetched', async ({ page }) => {
  const fetched: string[] = [];
  page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
  await page.goto('sitemap');
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((path) => /\/(Ticker|Home|StockAnalysis)Page-/.test(path))).toEqual([]);
});
