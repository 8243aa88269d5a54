import { expectAccessible } from './axe.ts';
import { checkPage, failUntilRetry } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('news');

const articles = (page: Page) => page.getByRole('list', { name: /^Articles of / }).locator('> li');
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Sentiment' }).getByRole('button', { name });

testOnSharedPage('NEWS-01 each article has source, time, sentiment, title and content', async ({ page }) => {
  const [first] = await (await page.request.get('api/news')).json();
  await expect(page.getByRole('heading', { level: 1, name: 'Market News & Analysis' })).toBeVisible();
  await expect(page).toHaveTitle(/Market News & Analysis/);
  const article = articles(page).first();
  await expect(article.getByText(first.source)).toBeVisible();
  await expect(article.locator('time')).toHaveAttribute('datetime', first.publishedAt);
  await expect(article.locator('time')).toHaveText(/ago|just now/);
  await expect(article.getByText(/^(Bullish|Neutral|Bearish)$/)).toBeAttached();
  await expect(article.getByRole('heading', { name: first.title })).toBeVisible();
  await expect(article.getByText(first.content)).toBeVisible();
});

for (const [name, sentiment] of [
  ['Bullish', 'positive'],
  ['Neutral', 'neutral'],
  ['Bearish', 'negative'],
] as const) {
  test(`NEWS-01 the filter ${name} shows only ${sentiment} news and is in the URL`, async ({ page }) => {
    const news = await (await page.request.get('api/news')).json();
    const expected = news.filter((article: { sentiment: string }) => article.sentiment === sentiment);
    await page.goto('news');
    await chip(page, name).click();
    await expect(articles(page)).toHaveCount(Math.min(18, expected.length));
    await expect(articles(page).filter({ hasText: name })).toHaveCount(Math.min(18, expected.length));
    await expect(page).toHaveURL(new RegExp(`sentiment=${name.toLowerCase()}$`));
    await page.reload();
    await expect(chip(page, name)).toHaveAttribute('aria-pressed', 'true');
    await chip(page, 'All').click();
    await expect(page).not.toHaveURL(/sentiment/);
  });
}

const article = (id: number, title: string, tickerId: number | null) => ({
  id,
  tickerId,
  symbol: tickerId && 'BTC',
  tickerType: tickerId && 'crypto',
  source: 'Gazette',
  title,
  content: 'The text of the article.',
  url: null,
  sentiment: 'negative',
  publishedAt: '2026-11-01T10:00:00Z',
  isSample: true,
});

test('NEWS-01 a filter also finds older articles, and an article without a ticker has no link', async ({
  page,
}) => {
  await page.route('**/api/news', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/news?sentiment=negative', (route) =>
    route.fulfill({ json: [article(1, 'About a coin', 2), article(2, 'About nothing', null)] }),
  );
  await page.goto('news');
  await expect(page.getByText('No news articles found for the selected filter.')).toBeVisible();
  await chip(page, 'Bearish').click();
  await expect(articles(page)).toHaveCount(2);
  const tickerLink = (title: string) =>
    articles(page).filter({ hasText: title }).getByRole('link', { name: 'View related ticker' });
  await expect(tickerLink('About a coin')).toHaveAttribute('href', '/ticker-by-id/2');
  await expect(tickerLink('About nothing')).toHaveCount(0);
});

testOnSharedPage(
  'NEWS-01 articles are grouped by day, and six of them fit the first screen',
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const news = await (await page.request.get('api/news')).json();
    const dayOf = (time: string) =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'America/New_York' }).format(
        new Date(time),
      );
    const days = new Set(news.slice(0, 18).map((each: { publishedAt: string }) => dayOf(each.publishedAt)));
    const headings = page
      .getByRole('region', { name: 'News', exact: true })
      .getByRole('heading', { level: 2 });
    await expect(headings).toHaveCount(days.size);
    await expect(headings.first()).toHaveText('Today Fri, Nov 20');
    await expect(headings.nth(1)).toHaveText('Yesterday Thu, Nov 19');
    for (let index = 0; index < 6; index++)
      await expect(articles(page).nth(index)).toBeInViewport({ ratio: 1 });
  },
);

testOnSharedPage('the sentiment chart has an axis with the largest number of a day', async ({ page }) => {
  const chart = page.getByRole('figure', { name: 'Articles per day' });
  const counts = (await chart.getByRole('listitem').allTextContents()).map((text) =>
    [...text.matchAll(/(\d+) (?:bullish|neutral|bearish)/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    ),
  );
  expect(counts).toHaveLength(7);
  await expect(chart.locator('[class*=axis] > span')).toHaveText([String(Math.max(...counts)), '0']);
  // The heading counts the same articles.
  const total = counts.reduce((sum, count) => sum + count, 0);
  await expect(page.getByRole('region', { name: 'News Sentiment' })).toContainText(
    `of ${total} articles bullish`,
  );
});

testOnSharedPage('the address of the news feed is copied by keyboard', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const subscribe = page.getByRole('button', { name: 'Subscribe' });
  await subscribe.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Subscribe' });
  const address = new URL('news.atom', page.url()).href;
  await expect(dialog.getByRole('code')).toHaveText(address);
  await expect(dialog.getByLabel('About')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The address was copied to the clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  expect(await (await page.request.get(address)).text()).toContain('<title>Market news</title>');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(subscribe).toBeFocused();
});

testOnSharedPage('NEWS-01 an article links to its ticker', async ({ page }) => {
  const news = await (await page.request.get('api/news')).json();
  const withTicker = news.find((article: { tickerId: number | null }) => article.tickerId !== null);
  const link = page.getByRole('link', { name: 'View related ticker' }).first();
  await expect(link).toHaveAttribute('href', `/ticker-by-id/${withTicker.tickerId}`);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/ticker/${withTicker.symbol}$`));
});

testOnSharedPage(
  'NEWS-01 Show More adds articles, and the most mentioned tickers are next to them',
  async ({ page }) => {
    await expect(articles(page)).toHaveCount(18);
    await page.getByRole('button', { name: /^Show More \(\d+ remaining\)$/ }).click();
    await expect(articles(page)).toHaveCount(36);
    await page.getByRole('region', { name: 'Most Mentioned' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/ticker\//);
  },
);

test('NEWS-01 a filter without articles shows a message, and a failure offers a retry', async ({ page }) => {
  await page.route('**/api/news', (route) => route.fulfill({ json: [] }));
  await page.goto('news');
  await expect(page.getByText('No news articles found for the selected filter.')).toBeVisible();
  await page.unroute('**/api/news');
  const retry = await failUntilRetry(page, '**/api/news');
  await page.reload();
  await retry(page.getByRole('region', { name: 'News', exact: true }));
  await expect(articles(page)).toHaveCount(18);
});

checkPage('news', (page) => expect(articles(page).first()).toBeVisible());
