import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

const chart = (page: Page) => panel(page, 'Price Chart');
const slider = (page: Page) => chart(page).getByRole('slider', { name: 'Price chart crosshair' });
const handles = (page: Page) => chart(page).getByRole('spinbutton');

/** Returns a ticker's alerts as stored on the server, such as 'above 71.5'. */
async function savedAlerts(page: Page, symbol: string): Promise<string[]> {
  const alerts: { symbol: string; condition: string; value: number }[] = await (
    await page.request.get('api/alerts')
  ).json();
  return alerts
    .filter((alert) => alert.symbol === symbol)
    .map(({ condition, value }) => `${condition} ${value}`);
}

/** Opens a three-month chart, whose alert levels are too far from the price to fire during the test. Returns the price. */
async function open(page: Page, symbol: string): Promise<number> {
  const { ticker } = await openTicker(page, symbol, {});
  await chart(page).getByRole('button', { name: '3M', exact: true }).click();
  await expect(chart(page)).toContainText('past three months');
  return ticker.price;
}

test('the key A creates an alert at the crosshair; arrows move its level, Enter saves, Esc cancels, Delete deletes', async ({
  page,
}) => {
  await open(page, 'HD');
  await slider(page).focus();
  await expect(chart(page).locator('[data-axis-alerts]')).toBeAttached();
  await page.keyboard.press('Home');
  const text = (await slider(page).getAttribute('aria-valuetext')) ?? '';
  const first = Number(/\$([\d.]+)(, volume .*)?$/.exec(text)?.[1]);
  const price = first.toFixed(2);
  await page.keyboard.press('a');
  await expect(page.getByText(`Alert at $${price} set`)).toBeVisible();
  const handle = handles(page);
  await expect(handle).toHaveAccessibleName('Alert when HD rises above');
  await expect(handle).toHaveAttribute('aria-valuetext', `$${price}`);
  expect(await savedAlerts(page, 'HD')).toEqual([`above ${first}`]);

  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  const higher = (first + 0.11).toFixed(2);
  await expect(handle).toHaveAttribute('aria-valuetext', `$${higher}`);
  await page.keyboard.press('Escape');
  await expect(handle).toHaveAttribute('aria-valuetext', `$${price}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Alert moved to $${higher}`)).toBeVisible();
  expect(await savedAlerts(page, 'HD')).toEqual([`above ${Number(higher)}`]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => savedAlerts(page, 'HD')).toEqual([`above ${first}`]);
  // Moves the pointer away from the toast, where a tooltip could appear.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page);

  await handle.focus();
  await page.keyboard.press('Delete');
  await expect(handles(page)).toHaveCount(0);
  expect(await savedAlerts(page, 'HD')).toEqual([]);
});

test('the pointer creates an alert on the price axis and drags its level', async ({ page }) => {
  const price = await open(page, 'PFE');
  const pane = chart(page).locator('[data-pane="price"]');
  await slider(page).hover({ position: { x: 50, y: 50 } });
  const axis = chart(page).locator('[data-axis-alerts]');
  await axis.hover({ position: { x: 20, y: 40 } });
  const add = chart(page).getByRole('button', { name: /^Set an alert at/ });
  const value = ((await add.textContent()) ?? '').trim();
  await add.click();
  await expect(page.getByText(`Alert at $${value} set`)).toBeVisible();
  const condition = Number(value) > price ? 'above' : 'below';
  expect(await savedAlerts(page, 'PFE')).toEqual([`${condition} ${Number(value)}`]);
  const grip = await handles(page).boundingBox();
  const box = await pane.boundingBox();
  if (!grip || !box) throw new Error('no alert level');
  const middle = grip.y + grip.height / 2;
  expect(Math.abs(middle - box.y - 40)).toBeLessThan(25);

  // Drags the level to the bottom of the pane, below the price.
  await page.mouse.move(grip.x + 20, middle);
  await page.mouse.down();
  await page.mouse.move(grip.x + 20, box.y + box.height - 20, { steps: 4 });
  await expect(handles(page)).toHaveAccessibleName('Alert when PFE falls below');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await savedAlerts(page, 'PFE')).toEqual([`${condition} ${Number(value)}`]);
  await page.mouse.move(grip.x + 20, middle);
  await page.mouse.down();
  await page.mouse.move(grip.x + 20, box.y + box.height - 20, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^Alert moved to/)).toBeVisible();
  const [movedAlert = ''] = await savedAlerts(page, 'PFE');
  expect(movedAlert).toMatch(/^below/);
  expect(Number(movedAlert.slice(6))).toBeLessThan(price);

  await chart(page)
    .getByRole('button', { name: /^Delete the alert at/ })
    .click();
  await expect(handles(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(handles(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Delete the alert at/ }).click();
  await expect.poll(() => savedAlerts(page, 'PFE')).toEqual([]);
});

test('Undo after deleting a level restores the alert with its second condition, note and expiration', async ({
  page,
}) => {
  const { price } = await (await page.request.get('api/tickers/WMT')).json();
  const level = Number((price * 1.03).toFixed(2));
  const request = {
    ...{ type: 'price', symbol: 'WMT', condition: 'above', value: level, frequency: 'always' },
    and: [{ type: 'price', condition: 'below', value: 3 * level }],
    note: 'Sell half',
    expiresAt: '2027-01-01T00:00:00Z',
  };
  const { id } = await (await page.request.post('api/alerts', { data: request })).json();
  const findAlert = async () => {
    const alerts: { id: number }[] = await (await page.request.get('api/alerts')).json();
    return alerts.find((alert) => alert.id === id);
  };
  await open(page, 'WMT');
  const before = await findAlert();
  expect(before).toMatchObject({ note: 'Sell half' });
  await handles(page).focus();
  await page.keyboard.press('Delete');
  await expect(handles(page)).toHaveCount(0);
  expect(await findAlert()).toBeUndefined();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(handles(page)).toHaveCount(1);
  // The price at creation may differ after the restore.
  const { price: _, ...rest } = before as unknown as { price: number };
  expect(await findAlert()).toMatchObject(rest);
  await page.request.delete(`api/alerts/${id}`);
});

test('a read-only display shows the levels, which cannot be moved', async ({ page }) => {
  const config = await (await page.request.get('api/config')).json();
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, readOnly: true } }));
  const { price } = await (await page.request.get('api/tickers/CSCO')).json();
  const alert = { type: 'price', symbol: 'CSCO', condition: 'below', value: 0.97 * price, frequency: 'once' };
  const { id } = await (await page.request.post('api/alerts', { data: alert })).json();
  await open(page, 'CSCO');
  await expect(handles(page)).toHaveAttribute('aria-readonly', 'true');
  const text = await handles(page).getAttribute('aria-valuetext');
  await handles(page).press('ArrowUp');
  await expect(handles(page)).toHaveAttribute('aria-valuetext', text ?? '');
  await expect(chart(page).locator('[data-axis-alerts]')).toHaveCount(0);
  await page.request.delete(`api/alerts/${id}`);
});
