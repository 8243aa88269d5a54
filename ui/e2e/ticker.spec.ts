import { expectAccessible } from './axe.ts';
import { checkPage, holdRequests } from './checkPage.ts';
import { recordFlashes } from './live.ts';
import { startServer } from './server.ts';
import { expect, test } from './test.ts';
import { createUpdate, fetchTicker, openTicker, panel } from './tickerPage.ts';
import { expectToast } from './toasts.ts';

test('TICK-01 the page shows a skeleton while loading, and then the ticker', async ({ page }) => {
  const release = await holdRequests(page, '**/api/tickers/AAPL');
  await page.goto('ticker/AAPL');
  await expect(page.getByRole('status', { name: 'Loading ticker' })).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apple');
  await expect(page).toHaveTitle(/Apple.*AAPL/);
});

test('TICK-01 a ticker that does not exist opens the not-found page', async ({ page }) => {
  await page.goto('ticker/NOPE');
  await expect(page).toHaveURL(/\/not-found$/);
});

test('TICK-01 an empty response shows a message', async ({ page }) => {
  await page.route('**/api/tickers/AAPL', (route) => route.fulfill({ json: null }));
  await page.goto('ticker/AAPL');
  await expect(page.getByText('Ticker not found')).toBeVisible();
  await expect(page.getByText('Please try searching for another ticker')).toBeVisible();
});

test('TICK-02 the header shows name, price and change', async ({ page }) => {
  await openTicker(page, 'AAPL', {
    price: 228.52,
    change24h: 2.31,
    change7d: -4.86,
    marketCap: 3.45e12,
    sector: 'Technology',
    country: 'United States',
    updatedAt: '2026-11-20T19:32:08Z',
    logo: 'https://example.com/undefined.png',
  });
  const header = page.locator('main header').first();
  await expect(header.getByRole('heading', { level: 1 })).toHaveText(/Apple.* AAPL/);
  await expect(header).toContainText('Stock, Technology, United States');
  await expect(header).toContainText('$228.52');
  await expect(header).toContainText('Last updated: Nov 20, 2026, 2:32:08 PM EST');
  await expect(header).toContainText('+2.31%');
  await expect(header).toContainText('−4.86%');
  await expect(header.getByText('Market Cap').locator('..')).toContainText('$3.5T');
  await expect(header.locator('img')).toHaveCount(0); // A URL that contains 'undefined' is not a logo.
});

test('TICK-02 a logo is requested only from this server, and letters replace a missing logo', async ({
  page,
  baseURL,
}) => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const requests: string[] = [];
  await page.route('**/logo?v=*', (route) => {
    requests.push(route.request().url());
    return route.request().url().includes('v=1')
      ? route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') })
      : route.fulfill({ status: 404, body: 'This ticker has no logo.' });
  });
  await openTicker(page, 'AAPL', { logo: 'api/tickers/2/logo?v=1' });
  const header = page.locator('main header').first();
  const logo = header.locator('img');
  await expect(logo).toHaveCount(1);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const logoBox = header.locator('[data-hue]').first();
  const rectWithLogo = await logoBox.boundingBox();
  expect(new Set(requests)).toEqual(new Set([new URL('api/tickers/2/logo?v=1', baseURL).href]));
  await openTicker(page, 'MSFT', { logo: 'api/tickers/3/logo?v=2' });
  await expect.poll(() => requests.some((address) => address.includes('v=2'))).toBe(true);
  await expect(header.locator('img')).toHaveCount(0);
  await expect(header).toContainText('MS');
  expect(await logoBox.boundingBox()).toEqual(rectWithLogo); // Letters and logo have the same position and size.
});

test("TICK-02 a missing market cap is shown as 'N/A', and a commodity has no logo", async ({ page }) => {
  await openTicker(page, 'GC=F', { marketCap: null, logo: 'https://example.com/gold.png' });
  const header = page.locator('main header').first();
  await expect(header.getByText('Market Cap').locator('..')).toContainText('N/A');
  await expect(header.locator('img')).toHaveCount(0);
});

test.describe('2560 px wide', () => {
  test.use({ viewport: { width: 2560, height: 1440 } });

  test('the chart has half of the width, and each headline is on the page once', async ({ page }) => {
    await page.goto('ticker/AAPL');
    const chart = await panel(page, 'Price Chart').boundingBox();
    expect(chart?.width).toBeGreaterThan(1280);
    await expect(page.getByRole('region', { name: 'My list', exact: true })).toBeVisible();
    const headings = panel(page, 'Market Sentiment & News').getByRole('heading', { level: 3 });
    // The headlines of the whole market follow those of the ticker.
    await expect.poll(() => headings.count()).toBeGreaterThan(3);
    const titles = await headings.allTextContents();
    for (const title of titles) await expect(page.getByText(title, { exact: true })).toHaveCount(1);
  });
});

test.describe('without colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('ranges and gauges keep their bars', async ({ page }) => {
    await page.goto('ticker/AAPL');
    const forcedColorAdjust = (name: string, selector: string) =>
      panel(page, name)
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).forcedColorAdjust);
    await expect.poll(() => forcedColorAdjust('Key Statistics', '[style*="left"]')).toBe('none');
    await expect
      .poll(() => forcedColorAdjust('Fear & Greed', '[role="meter"] *, [style*="width"]'))
      .toBe('none');
  });
});

test('while the market is closed, the connection dot is not green', async ({ page }) => {
  await openTicker(page, 'AAPL', { session: 'closed' });
  const dot = page.locator('main header').getByRole('img', { name: 'Live data connected, Market closed' });
  await expect(dot).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(dot).toHaveCSS('box-shadow', 'none');
});

test('a mutual fund shows that it is priced once a day, and the date of its price', async ({ page }) => {
  await openTicker(page, 'VYM', { type: 'fund', updatedAt: '2026-11-20T21:00:00Z', session: 'regular' });
  const header = page.locator('main header').first();
  await expect(header).toContainText('Priced once a dayNet asset value of Nov 20, 2026');
  await expect(header).not.toContainText('closes in');
  const hours = panel(page, 'Key Statistics').getByText('Market hours').locator('..');
  await expect(hours).toContainText('Priced once a day');
  const statistics = panel(page, 'Key Statistics');
  await expect(statistics).toContainText('52-week range');
  await expect(statistics).not.toContainText('Day range');
  await expect(statistics).not.toContainText('Volume');
});

test('the average of a stock in yen has no decimals, like its price', async ({ page }) => {
  await openTicker(page, 'AAPL', {
    currency: 'JPY',
    price: 2871,
    previousClose: 2893,
    dayLow: 2870,
    dayHigh: 2872,
    average50d: 2876.22,
  });
  const average = panel(page, 'Key Statistics').getByText('50-day average').locator('..');
  await expect(average).toHaveText('50-day average¥2,876');
});

test('TICK-04 the dividend panel shows the annual payout with its number of payments, and the 12-month yield', async ({
  page,
}) => {
  const semiAnnual = ['2026-09-28', '2026-04-06', '2025-10-13', '2025-04-21'].map((exDate) => ({
    ...dividend(exDate, 1.91, 1.7),
    frequency: 'semi-annually',
  }));
  await page.route('**/api/tickers/*/dividends', (route) => route.fulfill({ json: semiAnnual }));
  const trailingDividends = { regular: 3.82, special: 0, yield: 1.6, currency: 'USD', convertedFrom: [] };
  await openTicker(page, 'AAPL', { trailingDividends });
  const history = panel(page, 'Dividend History');
  await expect(history.getByText('Annual payout').locator('..')).toHaveText(
    'Annual payout$7.64last 4 payments',
  );
  await expect(history.getByText('Yield, 12 months').locator('..')).toHaveText(
    'Yield, 12 months1.60%$3.82 paid',
  );
});

test('a future with a negative price shows the amount of its change instead of a percentage', async ({
  page,
}) => {
  const negativePrice = {
    ...{ price: -12.4, previousClose: -12.46, change24h: null, change7d: null, decimals: 2 },
    ...{ move24h: 0.06, move7d: -15.1 },
  };
  const { ticker } = await openTicker(
    page,
    'CL=F',
    negativePrice as unknown as Parameters<typeof openTicker>[2],
  );
  const header = page.locator('main header').first();
  const change = header.locator('[data-direction="up"]');
  await expect(change).toHaveText('+$0.06');
  await expect(change.locator('svg')).toBeVisible();
  await expect(header).toContainText('Percent not meaningful below zero');
  const summary = panel(page, 'Investment Summary');
  await expect(summary.locator('[data-verdict]').first()).toHaveText('HOLD');
  await expect(summary.getByRole('listitem')).toHaveCount(3);
  await expect(panel(page, 'Best Time to Invest')).not.toContainText('—');
  await expect(header.locator('[data-direction="down"]')).toHaveText('\u2212$15.10');

  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: [ticker] }));
  await page.goto('commodities');
  const row = page.getByRole('row').filter({ hasText: 'CL=F' });
  await expect(row.locator('[data-direction="up"]')).toHaveText('+$0.06');
  await expect(row.locator('[data-direction="down"]')).toHaveText('\u2212$15.10');
});

for (const [change24h, change7d, verdict, prediction] of [
  [2.31, 4.86, 'BUY', '80% chance of 10% upside'],
  [-3.42, 1, 'SELL', '65% chance of 5% downside'],
  [0.5, -5.1, 'SELL', '80% chance of 10% upside'],
  [0.5, 1, 'HOLD', '80% chance of 10% upside'],
] as const) {
  test(`TICK-03 changes of ${change24h} % in a day and ${change7d} % in a week result in ${verdict}`, async ({
    page,
  }) => {
    await openTicker(page, 'AAPL', { change24h, change7d });
    const summary = panel(page, 'Investment Summary');
    await expect(summary.locator('[data-verdict]').first()).toHaveText(verdict);
    await expect(summary.getByRole('listitem')).toHaveCount(3);
    const arrowOf = (change: number) => (change > 0 ? '▲' : '▼');
    await expect(summary.getByRole('listitem').locator('[aria-hidden]')).toHaveText([
      arrowOf(change24h),
      arrowOf(change7d),
      '–',
    ]);
    await expect(summary).toContainText('AI Prediction');
    await expect(summary).toContainText(prediction);
  });
}

test('TICK-03 a tooltip explains the rule', async ({ page }) => {
  await openTicker(page, 'AAPL');
  await panel(page, 'Investment Summary').getByRole('button', { name: 'Rule-based' }).focus();
  await expect(page.getByRole('tooltip')).toContainText('not advice');
  await expect(page.getByRole('tooltip')).toContainText('above 2%');
});

test('Why It Moves shows the sector and the market, the volume, a crossed level, headlines and the next event', async ({
  page,
}) => {
  const article = { source: 'Wire', sentiment: 'neutral', content: '', tickerId: 2, isSample: true };
  await page.route('**/api/news?*', (route) =>
    route.fulfill({
      json: [
        { ...article, id: 1, title: 'Old', url: null, publishedAt: '2026-11-18T09:00:00Z' },
        {
          ...article,
          id: 2,
          title: 'New phone',
          url: 'https://example.com/2',
          publishedAt: '2026-11-20T15:00:00Z',
        },
      ],
    }),
  );
  await page.route('**/api/earnings?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/tickers/*/dividends', (route) =>
    route.fulfill({ json: [dividend('2026-12-18', 0.25, 0.4, true)] }),
  );
  await page.route('**/api/market-breadth', async (route) => {
    const breadth = await (await route.fetch()).json();
    await route.fulfill({ json: { ...breadth, sectors: [{ name: 'Technology', change: -0.5 }] } });
  });
  await openTicker(page, 'AAPL', {
    price: 228.52,
    previousClose: 224,
    change24h: 2.02,
    average50d: 226,
    dayLow: 224,
    dayHigh: 230,
    yearLow: 180,
    yearHigh: 260,
    sector: 'Technology',
    volume24h: 60e6,
    averageVolume30d: 40e6,
    updatedAt: '2026-11-20T19:32:08Z',
  });
  const why = panel(page, 'Why It Moves');
  await expect(why).toContainText('Up while Technology is down');
  await expect(why).toContainText(/AAPL.*\+2\.02%/);
  await expect(why).toContainText(/Technology.*−0\.50%/);
  await expect(why).toContainText(/S&P 500.*%/);
  await expect(why).toContainText('×1.50');
  await expect(why.getByRole('listitem').first()).toHaveText('Rose above its 50-day average');
  await expect(why).toContainText('1 headline: New phone');
  await expect(why.getByRole('link', { name: 'New phone' })).toHaveAttribute('href', 'https://example.com/2');
  await expect(why).toContainText('Next: Ex-dividend, est. $0.25, Dec 18 (28 days)');
});

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const) {
  test(`at ${width} × ${height} px, plot, time axis and overview of the chart are above the fold`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openTicker(page, 'AAPL');
    const header = await page.locator('main header').first().boundingBox();
    expect(header?.height).toBeLessThanOrEqual(110);
    const chart = panel(page, 'Price Chart');
    await chart.getByRole('slider', { name: 'Price chart crosshair' }).hover();
    const overview = await chart.getByRole('slider', { name: 'Start of the part in view' }).boundingBox();
    expect((overview?.y ?? height) + (overview?.height ?? 0)).toBeLessThanOrEqual(height);
  });
}

test('on a phone, the plot begins above 300 px, and the ranges are on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTicker(page, 'AAPL');
  const chart = panel(page, 'Price Chart');
  expect((await chart.locator('canvas').first().boundingBox())?.y).toBeLessThan(300);
  expect((await chart.getByRole('button', { name: '1W' }).boundingBox())?.y).toBeLessThan(800);
});

const dividend = (exDate: string, amount: number, percent: number, isProjected = false) => ({
  id: Date.parse(exDate),
  exDate,
  amount,
  currency: 'USD',
  yield: percent,
  frequency: 'quarterly',
  isProjected,
});
const dividends = [
  dividend('2026-12-18', 0.96, 2.89, true),
  dividend('2026-09-18', 0.93, 2.8),
  dividend('2026-06-19', 0.98, 2.97),
  dividend('2026-03-20', 0.85, 2.71),
  dividend('2025-12-19', 5, 2.6),
];

test('TICK-04 TICK-05 a fund has yields, payouts and a table of distributions', async ({ page }) => {
  await page.route('**/api/tickers/*/dividends', (route) => route.fulfill({ json: dividends }));
  await openTicker(page, 'VYM', { price: 132.84 });
  const history = panel(page, 'Dividend History');
  await expect(history.getByText('Yield', { exact: true }).first().locator('..')).toContainText('2.89%');
  await expect(history.getByText('Annual payout').locator('..')).toContainText('$3.72');
  await expect(history.getByRole('columnheader')).toHaveText(['Ex-Date', 'Amount', 'Yield']);
  await expect(history.getByRole('row').nth(1)).toHaveText('Dec 18, 2026*$0.962.89%');
  await expect(history).toContainText('of the next payment, annualized');
  await expect(history).toContainText('* Projected: not paid yet, but included in yield and payout');
  const details = panel(page, 'ETF Distribution Details');
  await expect(details.getByText('Distribution frequency').locator('..')).toContainText('Quarterly');
  await expect(details.getByText('Max distribution yield').locator('..')).toContainText('2.97%');
  await expect(details.getByText('Annualized yield').locator('..')).toContainText('2.80%');
  await expect(details.getByText('Annual distribution').locator('..')).toContainText('$3.72');
  await expect(details).toContainText('* Includes projected future distributions');
});

test('TICK-04 TICK-05 without dividends, the panels show a message and no note about projections', async ({
  page,
}) => {
  await page.route('**/api/tickers/*/dividends', (route) => route.fulfill({ json: [] }));
  await openTicker(page, 'VYM');
  await expect(panel(page, 'Dividend History')).toContainText('No dividend data available for this ticker.');
  await expect(panel(page, 'ETF Distribution Details')).toContainText('No ETF distribution data available.');
  await expect(page.getByText('* Includes projected')).toHaveCount(0);
});

test('TICK-04 TICK-05 a stock has no distribution panel, and a coin also has no dividend panel', async ({
  page,
}) => {
  await openTicker(page, 'AAPL');
  await expect(panel(page, 'Dividend History')).toBeVisible();
  await expect(panel(page, 'ETF Distribution Details')).toHaveCount(0);
  await openTicker(page, 'BTC');
  await expect(panel(page, 'Best Time to Invest')).toBeVisible();
  await expect(panel(page, 'Dividend History')).toHaveCount(0);
});

test('an index level is shown without a dollar sign', async ({ page }) => {
  await openTicker(page, '^GSPC', { price: 6120.25, change24h: 1 });
  await expect(page.getByText(/^\+60\.60/)).toBeVisible();
  for (const name of ['Key Statistics', 'Best Time to Invest']) {
    await expect(panel(page, name)).toContainText(/\d,\d{3}/);
    await expect(panel(page, name)).not.toContainText('$');
  }
});

test('TICK-06 the panel shows the fear and greed index with its labels and indicators', async ({ page }) => {
  const indicators = {
    marketMomentum: 'Strong',
    volatility: 'Low',
    marketBreadth: 'Positive',
    putCallRatio: 'Greedy',
  };
  await page.route('**/api/fear-greed', (route) =>
    route.fulfill({
      json: {
        value: 68,
        classification: 'greed',
        indicators,
        market: 'stocks',
        asOf: '2026-11-20T19:00:00Z',
        source: 'sample',
        isSample: true,
      },
    }),
  );
  await openTicker(page, 'AAPL');
  const fearGreed = panel(page, 'Fear & Greed');
  await expect(fearGreed.getByRole('meter')).toHaveAttribute('aria-valuenow', '68');
  for (const text of [
    'Extreme Fear',
    'Neutral',
    'Extreme Greed',
    'Greed',
    'Current reading: 68/100',
    'Market Momentum',
    'Strong',
    'Volatility',
    'Low',
    'Market Breadth',
    'Positive',
    'Put/Call Ratio',
    'Greedy',
  ]) {
    await expect(fearGreed).toContainText(text);
  }
});

test("TICK-06 a crypto reading names its market, and missing components show '—'", async ({ page }) => {
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
  await openTicker(page, 'AAPL');
  const fearGreed = panel(page, 'Fear & Greed');
  await expect(fearGreed).toContainText('Fear & Greed of the crypto market, Nov 20, 2026, 12:00 AM EST');
  await expect(fearGreed.getByRole('definition')).toHaveText(['—', '—', '—', '—']);
});

test('TICK-06 a reading that is weeks old is small and gray, and shows its date, on every page', async ({
  page,
}) => {
  const { now } = await (await page.request.get('api/market-session')).json();
  const asOf = new Date(Date.parse(now) - 30 * 86_400_000).toISOString();
  const reading = await (await page.request.get('api/fear-greed')).json();
  await openTicker(page, 'AAPL');
  const fearGreed = panel(page, 'Fear & Greed');
  const bar = fearGreed.getByRole('meter').locator('[data-tone]');
  await expect(bar).not.toHaveAttribute('data-tone', 'old');
  const size = () =>
    fearGreed.locator('strong').evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
  const initialSize = await size();
  await page.route('**/api/fear-greed', (route) =>
    route.fulfill({ json: { ...reading, value: 31, classification: 'fear', asOf, stale: true } }),
  );
  await page.reload();
  await expect(fearGreed).toContainText('Current reading: 31/100, of Oct 21, 2026');
  await expect(bar).toHaveAttribute('data-tone', 'old');
  expect(await size()).toBeLessThan(initialSize);
  for (const path of ['', 'crypto']) {
    await page.goto(path);
    await expect(page.getByRole('meter').locator('[data-tone]').first()).toHaveAttribute('data-tone', 'old');
    await expect(page.getByText(/not updated since Oct 21, 2026/).first()).toBeVisible();
  }
});

test('TICK-06 a panel that fails to load does not affect the others', async ({ page }) => {
  await page.route('**/api/fear-greed', (route) => route.fulfill({ status: 500, body: 'It broke.' }));
  await openTicker(page, 'AAPL');
  await expect(page.getByText('Unable to load fear and greed index data.')).toBeVisible();
  await expect(panel(page, 'Investment Summary')).toBeVisible();
});

for (const [symbol, price, change24h, change7d, level] of [
  ['AAPL', 228.52, 1, 1, '$214'],
  ['AAPL', 228.52, -1, 1, '$205'],
  ['BTC', 94318.4, -1, -1, '$84,886'],
] as const) {
  test(`TICK-07 the support level of ${symbol} at ${price} with ${change24h} % and ${change7d} % is ${level}`, async ({
    page,
  }) => {
    await openTicker(page, symbol, { price, change24h, change7d });
    await expect(panel(page, 'Best Time to Invest').locator('strong')).toHaveText(level);
  });
}

const article = (id: number, sentiment: string) => ({
  id,
  sentiment,
  tickerId: 1,
  symbol: 'AAPL',
  tickerType: 'stock',
  source: 'Market Wire',
  title: `Title ${id}`,
  content: `Content ${id}`,
  url: null,
  publishedAt: '2026-11-20T17:32:00Z',
  isSample: true,
});

test('TICK-08 the panel shows the sentiment of all news and of each article', async ({ page }) => {
  const articles = ['positive', 'positive', 'neutral', 'negative'].map((sentiment, i) =>
    article(i, sentiment),
  );
  await page.route('**/api/news?tickerId=*', (route) => route.fulfill({ json: articles }));
  await openTicker(page, 'AAPL');
  const news = panel(page, 'Market Sentiment & News');
  await expect(news.getByText('Bullish', { exact: true }).first().locator('..')).toContainText('50%');
  await expect(news.getByText('Neutral', { exact: true }).first().locator('..')).toContainText('25%');
  await expect(news.getByText('Bearish', { exact: true }).first().locator('..')).toContainText('25%');
  await expect(news).toContainText('Based on 4 articles');
  const first = news.getByRole('listitem').first();
  for (const text of ['Market Wire', '2 hours ago', 'Bullish', 'Title 0', 'Content 0']) {
    await expect(first).toContainText(text);
  }
  await expect(news.getByRole('listitem')).toHaveCount(4);
});

test('TICK-08 without news of the ticker, the panel shows news of the whole market', async ({ page }) => {
  await page.route('**/api/news?tickerId=*', (route) => route.fulfill({ json: [] }));
  await openTicker(page, 'AAPL');
  const news = panel(page, 'Market Sentiment & News');
  await expect(news).toContainText('No news available at this time.');
  await expect(news.getByRole('heading', { name: 'From the whole market' })).toBeVisible();
  await expect(news.getByRole('listitem').first()).toBeVisible();
});

test('TICK-02 TICK-05 the header of a fund has its assets, expense ratio and yield, which match the screener', async ({
  page,
}) => {
  const { ticker } = await openTicker(page, 'SPY');
  const fund = ticker.fund as { aum: number; distributionYield: number };
  const header = page.locator('main header').first();
  const cap = header.getByText('AUM').locator('..').locator('dd');
  await expect(header.getByText('Yield', { exact: true }).locator('..')).toContainText(
    `${fund.distributionYield.toFixed(2)}%`,
  );
  await expect(header.getByText('Expense ratio').locator('..')).toContainText(/0\.\d\d%/);
  const assets = panel(page, 'Key Statistics').getByText('Assets').locator('..').locator('dd');
  await expect(cap).toHaveText(/^\$\d{3}\.\dB$/);
  await expect.poll(async () => (await assets.textContent()) === (await cap.textContent())).toBe(true);
  expect(Math.abs(fund.aum / (ticker.marketCap as number) - 1)).toBeLessThan(0.02);
  const details = panel(page, 'ETF Distribution Details');
  const annualizedYield = details.getByText('Annualized yield').locator('..').locator('dd');
  await expect(annualizedYield).toHaveText(/^\d\.\d\d%$/);
  const annualized = Number.parseFloat((await annualizedYield.textContent()) ?? '');
  expect(Math.abs(annualized - fund.distributionYield)).toBeLessThan(0.03);
});

for (const [symbol, absentCells] of [
  ['GC=F', ['Market Cap', 'Country']],
  ['BTC', ['Previous close', 'Country']],
  ['^GSPC', ['Market Cap']],
] as const) {
  test(`TICK-09 the statistics of ${symbol} have no cells that would always be empty`, async ({ page }) => {
    // A new server knows the all-time high only after it has created the history.
    await expect.poll(async () => (await fetchTicker(page, symbol)).allTimeHigh).not.toBeNull();
    await openTicker(page, symbol, { volume24h: null });
    const statistics = panel(page, 'Key Statistics');
    await expect(statistics.getByText('From all-time high').locator('..')).toContainText('%');
    await expect(
      statistics.getByText(symbol === 'BTC' ? 'Volume (24h)' : 'Volume', { exact: true }).locator('..'),
    ).toContainText('—');
    await expect(statistics).not.toContainText('N/A');
    for (const name of absentCells) await expect(statistics.getByText(name, { exact: true })).toHaveCount(0);
  });
}

test('TICK-09 the page has key statistics, and related tickers that follow the live feed', async ({
  page,
}) => {
  const { feed } = await openTicker(page, 'AAPL', { sector: 'Technology', country: 'United States' });
  const statistics = panel(page, 'Key Statistics');
  for (const name of ['Day range', '52-week range', 'Volume', 'Sector', 'Country', 'Market hours']) {
    await expect(statistics.getByText(name, { exact: true })).toBeVisible();
  }
  const [related] = await (await page.request.get('api/tickers/AAPL/related')).json();
  const rows = panel(page, 'Related Tickers').getByRole('listitem');
  await expect(rows.first()).toContainText(related.symbol);
  await expect.poll(() => feed.requests).toContain(`subscribe ${related.id}`);
  feed.send(createUpdate(related, 1234.56));
  await expect(rows.first()).toContainText('$1,234.56');
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(related.symbol);
});

for (const button of ['Alert', 'Set Price Alert']) {
  test(`TICK-10 '${button}' opens a short alert form with the ticker's price, on the page`, async ({
    page,
  }) => {
    let request: unknown;
    await page.route('**/api/alerts', async (route) => {
      if (route.request().method() === 'POST') request = route.request().postDataJSON();
      return route.fulfill({ json: request ? { id: 1, notice: null } : [] });
    });
    await openTicker(page, 'AAPL', { price: 228.52 });
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.click();
    const form = page.getByRole('dialog', { name: 'New alert on AAPL' });
    const value = form.getByLabel('Value (US dollars)');
    await expect(value).toBeFocused();
    await expect(value).toHaveValue('228.52');
    await expect(form.getByLabel('Condition')).toHaveValue('above');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    // The old value is selected, so that typing replaces it.
    await expect(value).toBeFocused();
    await page.keyboard.insertText('abc');
    await page.keyboard.press('Enter');
    await expect(value).toHaveAccessibleDescription(/a number such as/);
    await value.fill('230.5');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Alert created', 'AAPL rises above $230.50.');
    await expect(form).toBeHidden();
    expect(request).toEqual({
      ...{ type: 'price', symbol: 'AAPL', condition: 'above', value: 230.5, frequency: 'once' },
    });
    await expect(page).toHaveURL(/ticker\/AAPL/);
  });
}

test('TICK-10 the short alert form has percent changes, and a link to all conditions', async ({ page }) => {
  await openTicker(page, 'AAPL', { price: 228.52 });
  await page.getByRole('button', { name: 'Alert', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New alert on AAPL' });
  await form.getByLabel('Condition').selectOption('Percent Change');
  await expect(form.getByLabel('Value (percent)')).toHaveValue('5');
  await expect(form.getByLabel('Within')).toHaveValue('24');
  await form.getByRole('link', { name: 'More conditions and delivery' }).click();
  await expect(page).toHaveURL(/\/premium-alerts\?symbol=AAPL&condition=percent_change&value=5$/);
  await expect(form).toBeHidden();
  await expect(page.getByLabel('Value (percent)')).toHaveValue('5');
});

test("TICK-10 'Custom Alert' opens the full alert form with the ticker, condition and value", async ({
  page,
}) => {
  await openTicker(page, 'AAPL', { price: 228.52 });
  await page.getByRole('button', { name: 'Custom Alert' }).click();
  await expect(page).toHaveURL(/\/premium-alerts\?symbol=AAPL&condition=percent_change&value=5$/);
});

test('TICK-11 a new price has a sign and flashes for one second', async ({ page }) => {
  await page.clock.install();
  const flashes = await recordFlashes(page);
  const { feed, ticker } = await openTicker(page, 'AAPL', { price: 228.52, decimals: 2 });
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  const header = page.locator('main header').first();
  await expect(header.getByTitle('Live data connected')).toBeVisible();
  // Pauses the page's clock, so that the flash does not end early on a slow machine.
  await page.clock.pauseAt(new Date(Date.now() + 10_000));
  feed.send(createUpdate(ticker, 229.01));
  // A received price is rendered in the next frame, for which this clock must advance.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(header).toContainText('$229.01', { timeout: 100 });
  }).toPass();
  await expect(page.getByTestId('price-sign')).toHaveText('+');
  expect(await flashes()).toEqual(['$229.01 #047857']);
  await page.clock.runFor(900);
  await expect(header.locator('[data-flash=up]')).toHaveText('$229.01');
  await page.clock.runFor(120);
  await expect(page.getByTestId('price-sign')).toBeEmpty();
  await expect(header.locator('[data-flash]')).toHaveCount(0);
});

test('TICK-11 an unreachable feed is reported', async ({ page }) => {
  // Port 1 refuses the connection, so the browser reports an error and then a close.
  await page.addInitScript(() => {
    const RealWebSocket = window.WebSocket;
    window.WebSocket = class extends RealWebSocket {
      constructor() {
        super(`ws://${location.hostname}:1/ws`);
      }
    };
  });
  await page.goto('ticker/AAPL');
  await expect(page.getByText('Live data unavailable').first()).toBeVisible();
});

test('the source of a price is shown next to its time', async ({ page }) => {
  await openTicker(page, 'AAPL', { source: 'coinbase', isSample: false });
  await expect(page.locator('main header').first()).toContainText(/Last updated: .*, Coinbase, live/);
});

test('a foreign stock shows its currency, exchange, both local times and delay', async ({ page }) => {
  const { now } = await (await page.request.get('api/market-session')).json();
  const { feed, ticker } = await openTicker(page, 'AAPL', {
    name: 'SAP SE',
    currency: 'EUR',
    displayRate: { currency: 'USD', value: 1.1585, asOf: now },
    exchange: 'Xetra',
    timeZone: 'Europe/Berlin',
    delayMinutes: 15,
    session: 'regular',
    nextSession: 'closed',
    sessionEndsAt: new Date(Date.parse(now) + 130 * 60_000).toISOString(),
    price: 238.65,
    marketCap: 278_400_000_000,
    sector: null,
    country: null,
  });
  const header = page.locator('main header').first();
  await expect(page.getByTestId('quote-price')).toHaveText('€238.65');
  await expect(header).toContainText('≈ $276.48');
  await expect(header).toContainText('Stock. Xetra, in euros');
  await expect(header).toContainText('€278.4B');
  await expect(header).toContainText(/Open, closes in 2 h \d+ min/);
  await expect(header).toContainText(/\d+:\d\d [AP]M in Berlin, \d+:\d\d [AP]M your time/);
  await expect(header).toContainText('Delayed 15 min');
  await expect(page.getByText(/^1W: from €/)).toBeVisible();
  const statistics = panel(page, 'Key Statistics');
  await expect(statistics).not.toContainText('$');
  await expect(statistics).not.toContainText('New York');
  const extended = {
    price: 240.1,
    change: 0.61,
    session: 'post',
    updatedAt: new Date(Date.parse(ticker.updatedAt) + 60_000).toISOString(),
  };
  feed.send({ type: 'ticker_update', data: { ...ticker, extended } });
  await expect(header).toContainText(/After hours\s*€240\.10\s*\+0\.61%\s*.*vs\. close/);
  const overnight = {
    ...extended,
    price: 241.2,
    change: 1.07,
    session: 'overnight',
    updatedAt: new Date(Date.parse(ticker.updatedAt) + 120_000).toISOString(),
  };
  feed.send({ type: 'ticker_update', data: { ...ticker, extended: overnight } });
  await expect(header).toContainText(/Overnight\s*€241\.20\s*\+1\.07%\s*.*vs\. close/);
  await expect(page.getByTestId('quote-price')).toHaveText('€238.65');
});

test('D18 with another display currency a stock shows its converted price, and tables are sorted by it', async ({
  page,
}) => {
  const asOf = '2026-11-20T19:20:00Z';
  const displayRate = { currency: 'EUR', value: 0.8632, asOf };
  const { ticker } = await openTicker(page, 'AAPL', { price: 228.9, displayRate });
  const converted = page.getByRole('note').filter({ hasText: '≈' });
  await expect(converted).toHaveText('≈ €197.59');
  await converted.focus();
  await expect(page.getByRole('tooltip')).toContainText(/In euros: 1 USD = €0\.8632, Nov 20, 2026, /);

  // 300 dollars are less than 280 euros. Francs are last, because their rate is unknown.
  const row = (symbol: string, price: number, currency: string, rate: unknown) => ({
    ...ticker,
    ...{ id: price, symbol, name: symbol, type: 'commodity', currency, price, displayRate: rate },
  });
  const rows = [
    row('FRANCS', 900, 'CHF', null),
    row('DOLLARS', 300, 'USD', displayRate),
    row('EUROS', 280, 'EUR', { currency: 'EUR', value: 1, asOf: null }),
  ];
  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: rows }));
  await page.goto('commodities');
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await expect(page.getByRole('rowheader')).toContainText(['EUROS', 'DOLLARS', 'FRANCS']);
});

test('a stale price is dimmed and has a note', async ({ page }) => {
  const { feed, ticker } = await openTicker(page, 'AAPL', { staleAt: '2020-01-01T00:00:00Z' });
  const header = page.locator('main header').first();
  await expect(header.locator('[data-stale]')).toBeVisible();
  await expect(page.getByTestId('quote-price')).toHaveText(/, stale$/);
  const staleLabel = await page.getByTestId('quote-price').getByText(', stale').boundingBox();
  expect(staleLabel?.width, 'the label is only for screen readers').toBeLessThanOrEqual(1);
  await expect(header).toContainText('No update for longer than usual');
  feed.send({
    type: 'ticker_update',
    data: { ...createUpdate(ticker, 229.01).data, staleAt: '2099-01-01T00:00:00Z' },
  });
  await expect(header).not.toContainText('No update for longer than usual');
});

test('a price that is no longer updated becomes stale on an open page', async ({ page }) => {
  await page.clock.install();
  const { feed, ticker } = await openTicker(page, 'AAPL');
  const now = Date.parse((await (await page.request.get('api/market-session')).json()).now);
  const staleAt = new Date(now + 60_000).toISOString();
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  feed.send({ type: 'ticker_update', data: { ...createUpdate(ticker, 229.01).data, staleAt } });
  const header = page.locator('main header').first();
  await expect(header).toContainText('$229.01');
  await expect(header.locator('[data-stale]')).toHaveCount(0);
  // The page's clock runs ahead of the server's; a response would set it back.
  await page.route('**/api/market-session', (route) => route.abort());
  await page.clock.runFor(80_000);
  await expect(header.locator('[data-stale]')).toBeVisible();
});

test('a ticker with imported bars shows their file and the age of the last bar', async ({ page }) => {
  const imported = {
    file: 'aapl-daily.csv',
    at: '2026-11-19T10:00:00Z',
    bars: 1250,
    lastBar: '2026-11-16T19:30:00Z',
  };
  await openTicker(page, 'AAPL', { imported });
  await expect(
    page.getByText(/imported from aapl-daily\.csv on Nov 19, 2026: 1,250 bars, the last one 4 days ago/),
  ).toBeVisible();
});

test('the star adds the ticker to a watchlist and removes it, with Undo', async ({ browser }) => {
  // Starts its own server, because with several lists the star would ask for one.
  const server = await startServer();
  const page = await browser.newPage({ baseURL: server.url });
  const { ticker } = await openTicker(page, 'AAPL');
  const star = page.getByRole('button', { name: 'Watchlist', exact: true });
  const fetchListed = async () => {
    const [first] = await (await page.request.get('api/watchlists')).json();
    if (!first) return [];
    const { tickers } = await (await page.request.get(`api/watchlists/${first.id}/tickers`)).json();
    return tickers.map(({ id, note }: { id: number; note: string }) => [id, note]);
  };
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expectToast(page, 'Ticker added', 'Ticker has been added to your watchlist.');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  expect(await fetchListed()).toEqual([[ticker.id, '']]);
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await star.click();
  await expectToast(page, 'Ticker removed', 'Ticker has been removed from your watchlist.');
  await expectToast(page, 'Ticker removed', 'AAPL was in My Watchlist.');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  expect(await fetchListed()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  expect(await fetchListed()).toEqual([[ticker.id, '']]);
  await page.close();
  await server.stop();
});

test('an exchange rate has no fear and greed panel, and panels without data are small', async ({ page }) => {
  await page.route(/api\/(news\?tickerId=|tickers\/\d+\/dividends)/, (route) => route.fulfill({ json: [] }));
  await page.route('**/api/news', (route) => route.fulfill({ json: [] }));
  await page.route('**/related', (route) => route.fulfill({ json: [] }));
  await openTicker(page, 'AAPL', { type: 'currency' });
  const height = (name: string) =>
    panel(page, name).evaluate((element) => element.getBoundingClientRect().height);
  await expect(panel(page, 'Market Sentiment & News')).toContainText('No news available at this time.');
  await expect.poll(() => height('Market Sentiment & News')).toBeLessThan(120);
  await expect(panel(page, 'Alerts for AAPL')).toBeVisible();
  for (const name of ['Fear & Greed', 'Related Tickers']) await expect(panel(page, name)).toHaveCount(0);
});

test('on a phone the panels are in the intended order', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTicker(page, 'VYM');
  await expect(panel(page, 'Related Tickers')).toBeVisible();
  const order = [
    'Price Chart',
    'Investment Summary',
    'Key Statistics',
    'ETF Distribution Details',
    'Dividend History',
    'Fear & Greed',
    'Best Time to Invest',
    'Market Sentiment & News',
    'Alerts for VYM',
    'Related Tickers',
  ];
  await expect(async () => {
    const tops = await Promise.all(
      order.map(async (name) => (await panel(page, name).boundingBox())?.y ?? 0),
    );
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
  }).toPass();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the chart is on the first screen, stays in view above a sheet, and the header shows the price after scrolling', async ({
    page,
  }) => {
    await page.goto('sitemap'); // The Back button needs a previous page.
    const { ticker } = await openTicker(page, 'AAPL', { price: 228.52, change24h: 2.31, session: 'closed' });
    const chart = panel(page, 'Price Chart');
    const plot = chart.locator('canvas').first();
    const ranges = chart.getByRole('group', { name: 'Chart range' });
    await expect(ranges).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await plot.boundingBox())?.y).toBeLessThan(400);
    await expect(page.getByRole('complementary', { name: 'Price bar' })).toHaveCount(0);
    const header = page.getByRole('banner').first();
    await expect(header.getByRole('button', { name: 'Back' })).toHaveCount(0);

    // Chart type, comparison and export are in one row.
    const controls = [
      chart.getByRole('group', { name: 'Chart type' }),
      chart.getByRole('button', { name: /^Compare/ }),
      chart.getByRole('button', { name: 'Export the chart' }),
    ];
    const rows = await Promise.all(controls.map(async (each) => (await each.boundingBox())?.y));
    expect(new Set(rows).size).toBe(1);
    // The comparison opens in a sheet of fixed size with suggested tickers.
    await controls[1]?.tap();
    const comparisonSheet = page.getByRole('dialog', { name: 'Compare with other tickers' });
    const suggestions = comparisonSheet.getByRole('list', { name: 'Suggested tickers' }).getByRole('button');
    await expect(suggestions.first()).toContainText('%');
    await expect.poll(async () => (await comparisonSheet.boundingBox())?.height).toBeGreaterThan(844 * 0.5);
    expect((await suggestions.first().boundingBox())?.height).toBe(48);
    await suggestions.first().tap();
    await expect(page).toHaveURL(/vs=/);
    const removeButton = comparisonSheet.getByRole('button', { name: /^Remove/ });
    await removeButton.tap();
    await expect(removeButton).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(chart.getByRole('button', { name: /^Compare/ })).toBeFocused();
    await expect(chart.locator('[data-pane="price"]')).toHaveCount(1);

    const opener = chart.getByRole('button', { name: /^Indicators/ });
    await opener.tap();
    const indicatorSheet = page.getByRole('dialog', { name: 'Technical indicators' });
    await indicatorSheet.getByRole('switch').first().check();
    await expect(plot).toBeInViewport({ ratio: 0.25 });
    // The price pane shrinks, so that the sheet does not cover it.
    const pane = chart.locator('[data-pane="price"]');
    await expect(pane).toHaveCSS('height', '216px');
    const distanceBelow = async () => {
      const [price, top] = [await pane.boundingBox(), (await indicatorSheet.boundingBox())?.y ?? 0];
      return (price?.y ?? 0) + (price?.height ?? 0) - top;
    };
    await expect.poll(distanceBelow).toBeLessThanOrEqual(0);
    // The page keeps its scroll position when an indicator adds a line above the chart.
    await expect.poll(async () => (await chart.boundingBox())?.y).toBeGreaterThanOrEqual(56);
    await expect.poll(async () => (await indicatorSheet.boundingBox())?.y).toBeGreaterThan(844 * 0.4);
    await page.keyboard.press('Escape');
    await expect(indicatorSheet).toHaveCount(0);
    await expect(opener).toBeFocused();

    await panel(page, 'Related Tickers').scrollIntoViewIfNeeded();
    await expect(header).toContainText('AAPL');
    await expect(header).toContainText('$228.52');
    await expect(header).toContainText('+2.31%');
    await expect(header.getByRole('button', { name: 'Watchlist' })).toBeVisible();
    await expect(header.getByRole('link', { name: /Marketdeck/ })).toBeHidden();
    for (const width of [320, 430]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      await expect(header.getByRole('button', { name: 'Watchlist' })).toBeInViewport({ ratio: 1 });
      await expect(header.getByText(ticker.symbol, { exact: true })).toBeInViewport({ ratio: 1 });
    }
    await header.getByRole('button', { name: 'Back' }).tap();
    await expect(page).toHaveURL(/sitemap$/);
    await expect(header.getByRole('link', { name: /Marketdeck/ })).toBeVisible();
  });
});

test('the two columns end at the same height', async ({ page }) => {
  await openTicker(page, 'AAPL');
  await expect(panel(page, 'Related Tickers').getByRole('listitem').first()).toBeVisible();
  const bottom = async (name: string) => {
    const box = await panel(page, name).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect
    .poll(async () => Math.abs((await bottom('Dividend History')) - (await bottom('Alerts for AAPL'))))
    .toBeLessThan(0.5);
  await expect
    .poll(async () => Math.abs((await bottom('Market Sentiment & News')) - (await bottom('Related Tickers'))))
    .toBeLessThan(0.5);
});

test('a wide window has three columns, and the two outer ones end at the same height', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  for (const [symbol, lastLeft, lastRight] of [
    ['AAPL', 'Dividend History', 'Related Tickers'],
    ['BTC', 'Related Tickers', 'Market Sentiment & News'],
  ] as const) {
    await openTicker(page, symbol);
    await expect(panel(page, 'Related Tickers').getByRole('listitem').first()).toBeVisible();
    const box = async (name: string) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await panel(page, name).boundingBox()) ?? {};
      return { left: x, right: x + width, bottom: y + height };
    };
    await expect(async () => {
      const [chart, summary, news] = await Promise.all(
        ['Price Chart', 'Investment Summary', 'Market Sentiment & News'].map(box),
      );
      expect(summary?.left).toBeGreaterThan(chart?.right ?? 0);
      expect(news?.left).toBeGreaterThan(summary?.right ?? 0);
      expect((await box(lastLeft)).bottom).toBeCloseTo((await box(lastRight)).bottom, 0);
    }).toPass();
  }
});

for (const symbol of ['AAPL', 'VYM', 'BTC', 'GC=F']) {
  checkPage(`ticker/${encodeURIComponent(symbol)}`, async (page) => {
    await expect(panel(page, 'Related Tickers').getByRole('listitem').first()).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
  });
}
