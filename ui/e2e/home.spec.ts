import { expectAccessible } from './axe.ts';
import { checkPage, failUntilRetry } from './checkPage.ts';
import { mockFeed } from './live.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Locator, type Page, test } from './test.ts';
import { createUpdate, fetchTicker } from './tickerPage.ts';

const testOnSharedPage = sharedPage('');

const rows = (page: Page) => page.getByRole('table', { name: 'Trending tickers' }).locator('tbody tr');
const PHONE = { width: 390, height: 844 };

testOnSharedPage('HOME-01 the introduction has a tagline, a text and two links', async ({ page }) => {
  await expect(
    page.getByRole('heading', { level: 1, name: 'Investment Intelligence Platform' }),
  ).toBeVisible();
  await expect(
    page.getByText(
      'Get comprehensive insights for stocks, ETFs, cryptocurrencies, and ICOs all in one place',
    ),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Explore Markets' })).toHaveAttribute(
    'href',
    '/stock-analysis',
  );
  await expect(page.getByRole('link', { name: 'View Trending' })).toHaveAttribute('href', '/crypto-tracker');
});

testOnSharedPage(
  'HOME-02 HOME-03 the width of the bar shows the reading, and there are five labels',
  async ({ page, request }) => {
    const reading = await (await request.get('api/fear-greed')).json();
    const card = page.getByRole('region', { name: 'Fear & Greed Index' });
    const gauge = card.getByRole('meter');
    await expect(gauge).toHaveAttribute('aria-valuenow', String(reading.value));
    const [bar, track] = await gauge.evaluate((track) => [
      track.children[0]?.getBoundingClientRect().width ?? 0,
      track.getBoundingClientRect().width,
    ]);
    expect((bar ?? 0) / (track ?? 1)).toBeCloseTo(reading.value / 100, 2);
    for (const label of ['Extreme Fear', 'Fear', 'Neutral', 'Greed', 'Extreme Greed']) {
      await expect(card.getByText(label, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('region', { name: 'Market Overview' })).toBeVisible();
    await expect(page.getByRole('region', { name: "Today's Highlight" })).toBeVisible();
  },
);

test('HOME-03 marks are at 20, 40, 60 and 80, and the color of the bar depends on its value', async ({
  page,
}) => {
  const reading = await (await page.request.get('api/fear-greed')).json();
  let value = 0;
  await page.route('**/api/fear-greed', (route) => route.fulfill({ json: { ...reading, value } }));
  const gauge = page.getByRole('region', { name: 'Fear & Greed Index' }).getByRole('meter');
  for (const [bitcoinLinks, color] of [
    [25, 'rgb(239, 68, 68)'],
    [45, 'rgb(249, 115, 22)'],
    [55, 'rgb(234, 179, 8)'],
    [75, 'rgb(245, 158, 11)'],
    [76, 'rgb(16, 185, 129)'],
  ] as const) {
    value = bitcoinLinks;
    await page.goto('');
    await expect(gauge).toHaveAttribute('aria-valuenow', String(bitcoinLinks));
    await expect(gauge.locator('[data-tone]')).toHaveCSS('background-color', color);
  }
  const { marks, named } = await gauge.evaluate((track) => {
    const { left, width } = track.getBoundingClientRect();
    const center = (mark: Element) => {
      const box = mark.getBoundingClientRect();
      return (100 * (box.left + box.width / 2 - left)) / width;
    };
    const [marks, labels] = [track.nextElementSibling, track.nextElementSibling?.nextElementSibling];
    const limits = [0, ...[...track.querySelectorAll('span')].map(center).slice(0, 4), 100];
    const current = [...(labels?.children ?? [])].findIndex((label) => label.hasAttribute('data-current'));
    return {
      marks: [...(marks?.children ?? [])].map((mark) => Math.round(center(mark))),
      named: [labels?.children[current]?.textContent, Math.round(limits[current] ?? -1)],
    };
  });
  expect(marks).toEqual([20, 40, 60, 80]);
  // 76 is in the segment from 75, which the bold label names.
  expect(named).toEqual(['Extreme Greed', 75]);
});

test('HOME-03 without a reading the bar is at 50', async ({ page }) => {
  await page.route('**/api/fear-greed', (route) => route.fulfill({ status: 404, body: 'No reading yet.' }));
  await page.goto('');
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '50');
});

test("HOME-03 a crypto reading names its market, and missing components show '—'", async ({ page }) => {
  const reading = {
    value: 31,
    classification: 'fear',
    indicators: null,
    components: [],
    source: 'x',
    isSample: false,
  };
  await page.route('**/api/fear-greed', (route) =>
    route.fulfill({ json: { ...reading, market: 'crypto', asOf: '2026-11-20T05:00:00Z' } }),
  );
  await page.goto('');
  const card = page.getByRole('region', { name: 'Fear & Greed Index' });
  await expect(card).toContainText('Fear & Greed of the crypto market, Nov 20, 2026, 12:00 AM EST');
  await expect(card.getByRole('definition')).toHaveText(['—', '—', '—', '—']);
});

test("HOME-03 Marketdeck's own index has its name, its components and an explanation", async ({ page }) => {
  const reading = await (await page.request.get('api/fear-greed')).json();
  const ownIndex = {
    name: 'Marketdeck Share Sentiment',
    formula: 'The average of two parts.',
    indicators: null,
    components: [
      { name: 'Stock price breadth', score: 61.6 },
      { name: 'Safe haven demand', score: 100 },
    ],
  };
  await page.route('**/api/fear-greed', (route) => route.fulfill({ json: { ...reading, ...ownIndex } }));
  await page.goto('');
  const card = page.getByRole('region', { name: 'Fear & Greed Index' });
  await expect(card).toContainText('Marketdeck Share Sentiment,');
  await expect(card).toContainText(/Stock price breadth\s*62\s*Safe haven demand\s*100/);
  await card.getByText("How it's calculated").click();
  await expect(card.getByText('The average of two parts.')).toBeVisible();
});

test('HOME-03 after a failed load, the card shows a message and offers a retry', async ({ page }) => {
  const retry = await failUntilRetry(page, '**/api/fear-greed');
  await page.goto('');
  const card = page.getByRole('region', { name: 'Fear & Greed Index' });
  await expect(card).toContainText('Unable to load fear and greed index data.');
  await retry(card);
  await expect(card).toContainText('out of 100');
});

test('HOME-03 HOME-06 HOME-11 data that a starting server does not have yet appears later', async ({
  page,
}) => {
  await mockFeed(page);
  const index = { ...(await fetchTicker(page, '^GSPC')), price: null, change7d: null, spark: [] };
  const emptyResponses = {
    'fear-greed': { status: 404, body: 'There is no fear and greed reading yet.' },
    'tickers/trending': { json: [] },
    'tickers/%5EGSPC': { json: index },
  };
  let hasData = false;
  for (const [call, response] of Object.entries(emptyResponses)) {
    await page.route(`**/api/${call}`, (route) => (hasData ? route.continue() : route.fulfill(response)));
  }
  await page.clock.install();
  await page.goto('');
  const highlight = page.getByRole('region', { name: "Today's Highlight" });
  await expect(page.getByText('No reading yet')).toBeVisible();
  await expect(page.getByText('No tickers found for this filter.')).toBeVisible();
  await expect(highlight.getByText('—', { exact: true })).toBeVisible();
  hasData = true;
  await page.clock.runFor(20_000);
  await expect(page.getByText('out of 100')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await expect(highlight.getByText(/^[+−]\d+\.\d\d%$/).first()).toBeVisible();
});

testOnSharedPage(
  'HOME-04 Bitcoin is in whole dollars, other prices have two decimals, and changes have one',
  async ({ page }) => {
    const card = page.getByRole('region', { name: 'Market Overview' });
    await expect(card.getByRole('link', { name: /Bitcoin/ })).toHaveText(/\$[\d,]+[+−]\d+\.\d%$/);
    await expect(card.getByRole('link', { name: /Gold/ })).toHaveText(/\$[\d,]+\.\d\d[+−]\d+\.\d%$/);
    // An index level is not an amount of money.
    await expect(card.getByRole('link', { name: /S&P 500/ })).toHaveText(/[^$\d,][\d,]+\.\d\d[+−]\d+\.\d%$/);
  },
);

test('HOME-04 the card and the price bar show the newer of tick and response', async ({ page }) => {
  const feed = await mockFeed(page);
  const bitcoin = await fetchTicker(page, 'BTC');
  const [row] = (await (await page.request.get('api/market-overview')).json()).filter(
    ({ symbol }: { symbol: string }) => symbol === 'BTC',
  );
  const response = { ...row, price: 90_000, updatedAt: bitcoin.updatedAt };
  await page.route('**/api/market-overview', (route) => route.fulfill({ json: [response] }));
  await page.clock.install();
  await page.goto('');
  const bitcoinLinks = page
    .getByRole('region', { name: 'Market Overview' })
    .or(page.getByRole('complementary', { name: 'Price bar' }))
    .getByRole('link', { name: /Bitcoin/ });
  await expect(bitcoinLinks).toHaveText([/\$90,000/, /\$90,000/]);
  await expect.poll(() => feed.requests).toContain(`subscribe ${row.id}`);
  feed.send(createUpdate(bitcoin, 91_000));
  await expect(bitcoinLinks).toHaveText([/\$91,000/, /\$91,000/]);
  response.price = 92_000;
  response.updatedAt = new Date(Date.parse(bitcoin.updatedAt) + 120_000).toISOString();
  await page.clock.runFor(60_000);
  await expect(bitcoinLinks).toHaveText([/\$92,000/, /\$92,000/]);
});

test('HOME-01 HOME-02 the first screen has the introduction, all of Market Pulse and the first trending ticker', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('');
  await expect(rows(page).first()).toContainText(/\$/);
  await expect(page.getByRole('button', { name: 'Analyze' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: 'Market Pulse' })).toBeInViewport({ ratio: 1 });
  await expect(rows(page).first()).toBeInViewport({ ratio: 1 });
});

test('HOME-01 the label of the S&P 500 line names its day', async ({ page }) => {
  await page.goto('');
  await expect(page.getByRole('region', { name: 'S&P 500 today' })).toBeVisible();
  const session = await (await page.request.get('api/market-session')).json();
  await page.route('**/api/market-session', (route) =>
    route.fulfill({ json: { ...session, now: '2026-11-22T02:10:00Z' } }),
  );
  await page.reload();
  const line = page.getByRole('region', { name: 'S&P 500 Friday' });
  // The price bar has the percentage, the line the points.
  await expect(line).toContainText(/[+−]\d+\.\d\d/);
  await expect(line).not.toContainText('%');
  await expect(page.getByRole('region', { name: "Today's Highlight" })).toContainText('Stocks on Friday');
});

test('HOME-01 the introduction does not wait for a market overview that fails', async ({ page }) => {
  await page.route('**/api/market-overview', (route) => route.fulfill({ status: 500, body: 'It broke.' }));
  await page.goto('');
  await expect(page.getByRole('region', { name: 'Market Overview' }).getByRole('alert')).toBeVisible();
  const hero = page.getByRole('heading', { level: 1 }).locator('xpath=../..');
  await expect(hero.getByRole('button', { name: 'Analyze' })).toBeVisible();
  await expect(hero.getByRole('status')).toHaveCount(0);
});

testOnSharedPage(
  'HOME-05 HOME-06 the table shows ten rows; Show More and Show Less change that',
  async ({ page }) => {
    await expect(page.getByRole('tab', { name: 'Trending Tickers' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(rows(page)).toHaveCount(10);
    const less = page.getByRole('button', { name: 'Show Less' });
    await page.getByRole('button', { name: 'Show More (14 remaining)' }).click();
    await expect(rows(page)).toHaveCount(20);
    await expect(less).toBeHidden();
    await page.getByRole('button', { name: 'Show More (4 remaining)' }).click();
    await expect(rows(page)).toHaveCount(24);
    await less.click();
    await expect(rows(page)).toHaveCount(20);
  },
);

test('HOME-06 on a phone Show Less returns to ten', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('');
  const cards = page.getByRole('list', { name: 'Trending tickers' }).getByRole('listitem');
  await expect(cards).toHaveCount(10);
  await page.getByRole('button', { name: /Show More/ }).click();
  await page.getByRole('button', { name: 'Show Less' }).click();
  await expect(cards).toHaveCount(10);
});

test('HOME-06 a filter shows only its type, and a message if no ticker matches', async ({ page }) => {
  await page.goto('');
  const chips = page.getByRole('group', { name: 'Type of ticker' });
  await chips.getByRole('button', { name: 'Crypto' }).click();
  await expect(rows(page).first()).toContainText('Crypto');
  await expect(rows(page).filter({ hasText: 'Stock' })).toHaveCount(0);
  await page.route('**/api/tickers/trending', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText('No tickers found for this filter.')).toBeVisible();
});

test('HOME-06 a failed load offers a retry, and the other panels work', async ({ page }) => {
  const retry = await failUntilRetry(page, '**/api/tickers/trending');
  await page.goto('');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('meter')).toBeVisible();
  await retry(panel);
  await expect(rows(page)).toHaveCount(10);
});

testOnSharedPage(
  'HOME-08 HOME-09 the wording of the latest ICOs depends on their status',
  async ({ page }) => {
    await page.getByRole('tab', { name: 'Latest ICOs' }).click();
    const panel = page.getByRole('tabpanel');
    await expect(panel.locator('h3').first()).toBeVisible();
    expect(await panel.locator('h3').count()).toBeLessThanOrEqual(10);
    await expect(panel.getByRole('link', { name: 'Show More' })).toHaveAttribute('href', '/icos');
    const chips = page.getByRole('group', { name: 'ICO status' });
    await chips.getByRole('button', { name: 'Active' }).click();
    await expect(panel.getByText(/^Raised: \$.+ \/ \$.+$/).first()).toBeVisible();
    await expect(panel.getByText(/^Ends in: \d/).first()).toBeVisible();
    await chips.getByRole('button', { name: 'Upcoming' }).click();
    await expect(panel.getByText(/^Target: \$/).first()).toBeVisible();
    await expect(panel.getByText(/^Starts: [A-Z]/).first()).toBeVisible();
    await chips.getByRole('button', { name: 'Ended' }).click();
    await expect(panel.getByText(/^Raised: \$[^/]+$/).first()).toBeVisible();
    await expect(panel.getByText(/^Ended: [A-Z]/).first()).toBeVisible();
  },
);

test('HOME-09 an ICO that ends while the page is open is shown as ended', async ({ page }) => {
  const [ico] = await (await page.request.get('api/icos')).json();
  let status = 'active';
  await page.route('**/api/icos', (route) => route.fulfill({ json: [{ ...ico, status }] }));
  await page.clock.install();
  await page.goto('');
  await page.getByRole('tab', { name: 'Latest ICOs' }).click();
  await expect(page.getByRole('tabpanel').getByText(/^Ends in: /)).toBeVisible();
  status = 'ended';
  const countEnded = async () => {
    // A response takes real time. Minutes of the simulated clock that pass before it arrives look like an outage, and the
    // app then repeats the request.
    await page.clock.runFor(60_000);
    return page
      .getByRole('tabpanel')
      .getByText(/^Ended: /)
      .count();
  };
  await expect.poll(countEnded).toBe(1);
});

test('HOME-08 a filter without matches shows a message', async ({ page }) => {
  await page.route('**/api/icos', (route) => route.fulfill({ json: [] }));
  await page.goto('');
  await page.getByRole('tab', { name: 'Latest ICOs' }).click();
  await expect(page.getByText('No ICOs found for this filter.')).toBeVisible();
});

testOnSharedPage('HOME-10 four guides (three on a phone) open a full article', async ({ page }) => {
  const guides = page.getByRole('region', { name: 'Investment Guides' });
  const buttons = guides.getByRole('button', { name: /Read guide/ });
  await expect(buttons).toHaveCount(4);
  for (const minutes of ['5 min', '7 min', '10 min', '6 min'])
    await expect(guides.getByText(minutes)).toBeVisible();
  const articles = [
    ['Reading price charts', 'What a chart is'],
    ['Diversification strategies for 2023', 'The one free lunch, and its price'],
    ['Crypto investment: beginner to expert', 'What you are buying'],
    ['Understanding ETF expense ratios', 'What the number means'],
  ] as const;
  for (const [title, heading] of articles) {
    await guides.getByRole('button', { name: `Read guide: ${title}` }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByRole('heading', { name: heading })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  await page.setViewportSize(PHONE);
  await expect(buttons).toHaveCount(3);
});

test("HOME-10 each click on a guide whose text can't be loaded shows an error", async ({ page }) => {
  await page.route('**/assets/priceCharts-*.js', (route) => route.abort());
  await page.goto('');
  const guide = page.getByRole('button', { name: 'Read guide: Reading price charts' });
  for (const _ of ['at first', 'and again']) {
    await guide.click();
    const toast = page.getByRole('alert').filter({ hasText: "Couldn't load this part of the app" });
    await expect(toast).toBeVisible();
    await toast.getByRole('button', { name: 'Dismiss notification' }).click();
    await expect(toast).toBeHidden();
  }
  await page.getByRole('button', { name: 'Read guide: Understanding ETF' }).click();
  await expect(page.getByRole('dialog', { name: 'Understanding ETF expense ratios' })).toBeVisible();
});

test('HOME-11 the highlight opens the rally analysis with its fixed date', async ({ page }) => {
  await page.goto('');
  await page.getByRole('button', { name: 'Read analysis' }).click();
  const dialog = page.getByRole('dialog', { name: 'Market Rally Continues' });
  await expect(dialog.getByText('Last updated: April 12, 2025')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'The move in short' })).toBeVisible();
  await expect(dialog.getByText('Shares recovered in the second week of April 2025')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
});

test('HOME-11 the weekly change in the highlight follows the live feed', async ({ page }) => {
  const feed = await mockFeed(page);
  const index = await fetchTicker(page, '^GSPC');
  await page.goto('');
  await expect.poll(() => feed.requests).toContain(`subscribe ${index.id}`);
  feed.send(createUpdate({ ...index, change7d: 9.87 }, index.price));
  await expect(page.getByRole('region', { name: "Today's Highlight" })).toContainText('+9.87%');
});

test('HOME-01 after three visits the page is a dashboard, with the same heading and links', async ({
  page,
  request,
}) => {
  const sessionLine = await (await request.get('api/tickers/BTC/session-line')).json();
  const nvidia = await (await request.get('api/tickers/NVDA')).json();
  const entry = {
    ...nvidia,
    ...{ watchlistItemId: 1, note: '', dayLow: 160, dayHigh: 170, previousClose: 162, price: 168 },
  };
  const alert = {
    id: 1,
    type: 'price',
    symbol: 'NVDA',
    condition: 'above',
    value: 169.68,
    price: 168,
    and: [],
  };
  await page.route('**/api/alerts', (route) =>
    route.fulfill({ json: [{ ...alert, active: true, delivery: [], frequency: 'once' }] }),
  );
  await page.route('**/api/watchlists', (route) =>
    route.fulfill({ json: [{ id: 7, name: 'Chips', userId: 1, count: 1 }] }),
  );
  await page.route('**/api/watchlists/7/tickers', (route) =>
    route.fulfill({ json: { id: 7, name: 'Chips', tickers: [entry] } }),
  );
  const feed = await mockFeed(page);
  for (let visit = 0; visit < 3; visit++) {
    await page.goto('');
    await expect(page.getByRole('button', { name: 'Analyze' })).toBeVisible();
  }
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Investment Intelligence Platform');
  await expect(page.getByRole('link', { name: 'Explore Markets' })).toHaveAttribute(
    'href',
    '/stock-analysis',
  );
  await expect(page.getByRole('link', { name: 'View Trending' })).toHaveAttribute('href', '/crypto-tracker');
  await expect(page.getByRole('button', { name: 'Analyze' })).toHaveCount(0);

  const markets = page.getByRole('region', { name: 'Markets today' });
  await expect(markets.getByRole('link')).toHaveCount(8);
  await expect(markets).toContainText(/\d+ advancing/);
  await expect.poll(() => feed.requests).toContain(`subscribe ${sessionLine.tickerId}`);
  feed.send(createUpdate(await fetchTicker(page, 'BTC'), 91_000));
  await expect(markets.getByRole('link', { name: /Bitcoin/ })).toContainText('$91,000');

  const list = page.getByRole('table', { name: 'Chips' });
  await expect(list.getByRole('row', { name: /NVDA/ })).toContainText('160.00170.00');
  // The list is first, and no figure is on the page twice.
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  expect(await top(list)).toBeLessThan(200);
  expect(await top(markets)).toBeGreaterThan(await top(list));
  expect(await top(markets)).toBeLessThan(680);
  for (const name of ['Market Overview', "Today's Highlight"])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Price bar' })).toHaveCount(0);
  await expect(page.getByRole('meter', { name: 'Fear and greed' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next events' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Alerts closest to firing' })).toContainText(
    'NVDA above 169.681.00% away',
  );
  const sections = page.getByRole('navigation', { name: 'All sections' });
  for (const name of ['Market News', 'Earnings Calendar', 'Alerts', 'ETF Overview', 'Crypto Overview']) {
    await expect(sections.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expectAccessible(page);

  // A wide window has the heatmap next to the list, and news in a side column that stays in view.
  await page.setViewportSize({ width: 2560, height: 1200 });
  const news = page.getByRole('region', { name: 'Latest news' }).getByRole('link', { name: 'All news' });
  await expect(news).toBeVisible();
  await expect(page.getByRole('region', { name: 'Movers' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Heatmap of stocks' }).getByRole('link')).not.toHaveCount(0);
  await expectAccessible(page);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect(news).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(page.getByRole('list', { name: 'Chips' })).toContainText('NVDA');
  expect(await top(page.getByRole('list', { name: 'Chips' }))).toBeLessThan(200);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Display settings' }).click();
  await page.getByRole('radio', { name: 'Welcome page', exact: true }).check();
  await expect(page.getByRole('button', { name: 'Analyze' })).toBeVisible();
  await page.getByRole('radio', { name: 'My dashboard', exact: true }).check();
  await expect(markets.getByRole('link')).toHaveCount(8);
});

checkPage('', (page) => expect(page.getByRole('button', { name: /Show More/ })).toBeVisible());
