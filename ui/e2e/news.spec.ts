import { expectAccessible } from './axe.ts';
import { checkPage, failUntilRetry } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('news');

const articles = (page: Page) => page.getByRole('list', { name: 'Articles' }).locator('> li');
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
  await expect(article.getByText(/^.?\s?(Bullish|Neutral|Bearish)$/)).toBeVisible();
  await expect(article.getByRole('heading', { name: first.title })).toBeVisible();
  await expect(article.getByText(first.content)).toBeVisible();
});

for (const [name, sentiment] of [
  ['Bullish', 'positive'],
  ['Neutral', 'neutral'],
  ['Bearish', 'negative'],
] as const) {
  test(`NEWS-01 the filter ${name} shows ${sentiment} news only, also in the URL`, async ({ page }) => {
    const all = await (await page.request.get('api/news')).json();
    const expected = all.filter((article: { sentiment: string }) => article.sentiment === sentiment);
    await page.goto('news');
    await chip(page, name).click();
    await expect(articles(page)).toHaveCount(Math.min(12, expected.length));
    await expect(articles(page).filter({ hasText: name })).toHaveCount(Math.min(12, expected.length));
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
  content: 'Its text.',
  url: null,
  sentiment: 'negative',
  publishedAt: '2026-11-01T10:00:00Z',
  isSample: true,
});

test('NEWS-01 a filter finds older articles too, and an article without a ticker has no link', async ({
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
  const related = (title: string) =>
    articles(page).filter({ hasText: title }).getByRole('link', { name: 'View related ticker' });
  await expect(related('About a coin')).toHaveAttribute('href', '/ticker-by-id/2');
  await expect(related('About nothing')).toHaveCount(0);
});

testOnSharedPage('the news have a feed, whose address is copied by keyboard', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const subscribe = page.getByRole('button', { name: 'Subscribe' });
  await subscribe.focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Subscribe' });
  const address = new URL('news.atom', page.url()).href;
  await expect(popup.getByRole('code')).toHaveText(address);
  await expect(popup.getByLabel('About')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The address was copied to the clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  expect(await (await page.request.get(address)).text()).toContain('<title>Market news</title>');
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(subscribe).toBeFocused();
});

testOnSharedPage('NEWS-01 the related ticker is one link away', async ({ page }) => {
  const all = await (await page.request.get('api/news')).json();
  const about = all.find((article: { tickerId: number | null }) => article.tickerId !== null);
  const link = page.getByRole('link', { name: 'View related ticker' }).first();
  await expect(link).toHaveAttribute('href', `/ticker-by-id/${about.tickerId}`);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/ticker/${about.symbol}$`));
});

testOnSharedPage(
  'NEWS-01 more articles on demand, and the most mentioned tickers next to them',
  async ({ page }) => {
    await expect(articles(page)).toHaveCount(12);
    await page.getByRole('button', { name: /^Show More \(\d+ remaining\)$/ }).click();
    await expect(articles(page)).toHaveCount(24);
    await page.getByRole('region', { name: 'Most Mentioned' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/ticker\//);
  },
);

test('NEWS-01 a filter without articles says so, a failure offers a retry', async ({ page }) => {
  await page.route('**/api/news', (route) => route.fulfill({ json: [] }));
  await page.goto('news');
  await expect(page.getByText('No news articles found for the selected filter.')).toBeVisible();
  await page.unroute('**/api/news');
  const tryAgain = await failUntilRetry(page, '**/api/news');
  await page.reload();
  await tryAgain(page.getByRole('region', { name: 'News', exact: true }));
  await expect(articles(page)).toHaveCount(12);
});

checkPage('news', (page) => expect(articles(page).first()).toBeVisible());
