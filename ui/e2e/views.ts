import { expect, type Page } from './test.ts';

/** A state of a page: its path, and actions after it is opened. */
export interface View {
  name: string;
  path: string;
  /** Actions that lead to the state if its path is not enough. */
  open?: (page: Page) => Promise<void>;
  /** For layers and boards: takes a screenshot of the screen instead of the full page. */
  screenOnly?: boolean;
}

const press = (role: 'button' | 'tab', name: string | RegExp) => async (page: Page) =>
  page.getByRole(role, { name }).first().click();

/** Saves a setting in local storage, as the app does, and reloads the page. */
const withSetting = (key: string, value: string) => async (page: Page) => {
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const);
  await page.reload();
  await waitUntilShown(page);
};

/** Every route and tab, and some layers. */
export const VIEWS: readonly View[] = [
  { name: 'home', path: '' },
  { name: 'home-deck', path: '', open: withSetting('marketdeck.home-view', 'deck') },
  { name: 'home-icos', path: '?list=icos' },
  { name: 'ticker-stock', path: 'ticker/AAPL' },
  { name: 'ticker-candles', path: 'ticker/AAPL?range=6M&mode=candles' },
  {
    name: 'ticker-without-rail',
    path: 'ticker/AAPL',
    open: withSetting('marketdeck.ticker-rail', 'hidden'),
  },
  { name: 'ticker-coin', path: 'ticker/BTC' },
  { name: 'ticker-fund', path: 'ticker/VYM' },
  { name: 'ticker-commodity', path: 'ticker/GC%3DF' },
  { name: 'ticker-index', path: 'ticker/%5EGSPC' },
  { name: 'stock-analysis', path: 'stock-analysis' },
  { name: 'stock-sectors', path: 'stock-analysis?tab=sectors' },
  {
    name: 'stock-terminal',
    path: 'stock-analysis?tab=sectors',
    open: withSetting('marketdeck.density', 'terminal'),
  },
  { name: 'stock-heatmap', path: 'stock-analysis?tab=sectors&view=heatmap' },
  { name: 'stock-performers', path: 'stock-analysis?tab=performers' },
  { name: 'stock-comparison', path: 'stock-analysis?tab=comparison' },
  { name: 'etfs', path: 'etfs' },
  { name: 'screener', path: 'screener' },
  { name: 'screener-oversold', path: 'screener?rsi=..40&sort=rsi&dir=asc' },
  { name: 'holdings', path: 'holdings' },
  { name: 'etf-screener', path: 'etf-screener' },
  { name: 'crypto', path: 'crypto' },
  { name: 'crypto-tracker', path: 'crypto-tracker' },
  { name: 'crypto-heatmap', path: 'crypto-tracker?view=heatmap' },
  { name: 'crypto-trending', path: 'crypto-tracker?tab=trending' },
  { name: 'crypto-defi', path: 'crypto-tracker?tab=defi' },
  { name: 'crypto-comparison', path: 'crypto-tracker?tab=comparison' },
  { name: 'commodities', path: 'commodities' },
  { name: 'commodities-heatmap', path: 'commodities?view=heatmap' },
  { name: 'heatmap', path: 'heatmap', screenOnly: true },
  { name: 'heatmap-coins', path: 'heatmap?market=crypto', screenOnly: true },
  { name: 'charts', path: 'charts', screenOnly: true },
  {
    name: 'charts-four',
    path: 'charts?chart1=AAPL%3Fmode%3Dcandles&chart2=MSFT&chart3=%5EGSPC&chart4=NVDA%3Frange%3D1Y',
    screenOnly: true,
  },
  {
    name: 'charts-layouts',
    path: 'charts',
    open: async (page) => {
      await press('button', /^Layouts/)(page);
      await expect(page.getByRole('link', { name: 'New layout' })).toBeVisible();
    },
    screenOnly: true,
  },
  { name: 'icos', path: 'icos' },
  { name: 'ico-calendar', path: 'ico-calendar' },
  { name: 'earnings-calendar', path: 'earnings-calendar' },
  { name: 'earnings-upcoming', path: 'earnings-calendar?tab=upcoming' },
  { name: 'earnings-recent', path: 'earnings-calendar?tab=recent' },
  { name: 'dividend-calendar', path: 'dividend-calendar' },
  { name: 'economic-calendar', path: 'economic-calendar' },
  { name: 'news', path: 'news' },
  { name: 'watchlist', path: 'watchlist' },
  {
    name: 'watchlist-empty',
    path: 'watchlist',
    open: async (page) => {
      // The lists are buttons next to the table, or a select above it on a phone.
      const list = page.getByRole('button', { name: /^Crypto/ });
      const select = page.getByLabel('Watchlist', { exact: true });
      await list.or(select).first().waitFor();
      if (await list.isVisible()) await list.click();
      else await select.selectOption('Crypto (0)');
      await expect(page.getByText('No tickers in this watchlist')).toBeVisible();
    },
  },
  { name: 'alerts', path: 'premium-alerts' },
  { name: 'alerts-history', path: 'premium-alerts?tab=history' },
  {
    name: 'alerts-form',
    path: 'premium-alerts?symbol=AAPL',
    open: async (page) => {
      await page.getByLabel(/^Value/).fill('300');
      await expect(page.getByText('Already true now')).toBeVisible();
    },
    screenOnly: true,
  },
  { name: 'boards', path: 'boards' },
  { name: 'board', path: 'board/main', screenOnly: true },
  { name: 'board-kiosk', path: 'board/main?kiosk', screenOnly: true },
  { name: 'board-editor', path: 'board/main?edit', screenOnly: true },
  { name: 'settings', path: 'settings' },
  { name: 'settings-channels', path: 'settings?section=channels' },
  { name: 'settings-transfer', path: 'settings?section=transfer' },
  { name: 'settings-access', path: 'settings?section=access' },
  { name: 'status', path: 'status' },
  { name: 'sources', path: 'sources' },
  { name: 'sitemap', path: 'sitemap' },
  { name: 'privacy-policy', path: 'privacy-policy' },
  { name: 'terms-of-use', path: 'terms-of-use' },
  { name: 'not-found', path: 'ticker/NOSUCH' },
  {
    name: 'palette',
    path: 'sitemap',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').last().fill('ap');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    screenOnly: true,
  },
  {
    name: 'indicators',
    path: 'ticker/AAPL',
    open: async (page) => {
      await press('button', /^Indicators/)(page);
      await expect(page.getByRole('checkbox').or(page.getByRole('switch')).first()).toBeVisible();
    },
    screenOnly: true,
  },
  {
    name: 'compare',
    path: 'ticker/AAPL',
    open: async (page) => {
      await press('button', /^Compare/)(page);
      await expect(page.getByLabel('Add a ticker')).toBeVisible();
    },
    screenOnly: true,
  },
];

/** Waits until the page is hydrated and has its data and fonts. */
export async function waitUntilShown(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('#root')).not.toHaveAttribute('data-hydrating');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
