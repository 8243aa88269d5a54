import { expectAccessible } from './axe.ts';
import { expect, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

test('tickers are compared in percent, added by search and by keyboard, and stored in the URL', async ({
  page,
}) => {
  await openTicker(page, 'AAPL', {});
  const chart = panel(page, 'Price Chart');
  const button = chart.getByRole('button', { name: /^Compare/ });
  const chips = chart.getByRole('list', { name: 'Compared tickers' }).last().getByRole('listitem');
  await expect(chart.locator('canvas')).toHaveCount(1);
  await button.click();
  const field = chart.getByRole('textbox', { name: 'Add a ticker' });
  await field.fill('MSFT');
  await chart.getByRole('button', { name: /^MSFT/ }).click();
  await expect(page).toHaveURL(/vs=MSFT$/);
  await field.fill('nvidia');
  await expect(chart.getByRole('button', { name: /^NVDA/ })).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(/vs=MSFT%2CNVDA$/);
  // Removing a ticker removes its row and keeps the keyboard focus in the list.
  await chart.getByRole('button', { name: 'Remove NVDA', exact: true }).press('Enter');
  await expect(page).toHaveURL(/vs=MSFT$/);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await button.click();
  await field.fill('nvidia');
  await expect(chart.getByRole('button', { name: /^NVDA/ })).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(/vs=MSFT%2CNVDA$/);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(chips).toHaveText([/^AAPL[+−]\d/, /^MSFT[+−]\d/, /^NVDA[+−]\d/]);
  // All lines start at zero.
  const slider = chart.getByRole('slider', { name: 'Price chart crosshair' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(chips).toHaveText(['AAPL+0.00%', 'MSFT+0.00%', 'NVDA+0.00%']);
  await expect(slider).toHaveAttribute('aria-valuetext', /AAPL \+0\.00%, MSFT \+0\.00%, NVDA \+0\.00%$/);
  await page.keyboard.press('End');
  await page.keyboard.press('+');
  await expect(chart.getByRole('button', { name: 'Reset zoom' })).toBeVisible();
  await expectAccessible(page);
  await chart.getByRole('button', { name: 'Remove MSFT from the comparison' }).click();
  await expect(chips).toHaveText([/^AAPL/, /^NVDA/]);
  await chart.getByRole('button', { name: 'Remove NVDA from the comparison' }).click();
  await expect(chart.locator('[data-pane="price"]')).toHaveCount(1);
  await page.goto('ticker/AAPL?vs=MSFT,NVDA,SPY,BTC&range=1M');
  await expect(chips).toHaveText([/^AAPL/, /^MSFT/, /^NVDA/, /^SPY/]);
  await chart.getByRole('button', { name: /^Compare/ }).click();
  await expect(chart.getByText('Up to four: remove one to add another.')).toBeVisible();
});
