import { expect, type Page, test } from './test.ts';

const area = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
const LOST = 'Network Connection Lost';

async function loseNetwork(page: Page) {
  if (page.url() === 'about:blank') await page.goto('');
  await expect(page.getByRole('heading', { name: 'Market Pulse' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(area(page).getByRole('alert')).toContainText(LOST);
}

test('TOAST-01 NATV-01 one toast at a time: the toast that the network is back replaces the earlier one', async ({
  page,
}) => {
  await loseNetwork(page);
  await expect(area(page)).toContainText('Please check your connection and try again.');
  await page.context().setOffline(false);
  await expect(area(page).getByRole('status')).toContainText('Network Connected');
  await expect(area(page)).toContainText("You're back online.");
  await expect(area(page).getByText(LOST)).toHaveCount(0);
});

test('TOAST-01 a toast disappears after five seconds', async ({ page }) => {
  await page.clock.install();
  await loseNetwork(page);
  await page.clock.runFor(5100);
  await expect(area(page).getByRole('alert')).toHaveCount(0);
});

test('TOAST-02 F8 focuses the toast area', async ({ page }) => {
  await loseNetwork(page);
  await page.keyboard.press('F8');
  await expect(area(page)).toBeFocused();
});

test('TOAST-02 a swipe to the right past 50 px dismisses, a shorter one does not', async ({ page }) => {
  await page.clock.install();
  await loseNetwork(page);
  const card = area(page).getByRole('alert');
  const at = await card.boundingBox();
  if (!at) throw new Error('the toast has no box');
  const swipe = async (distance: number) => {
    await page.mouse.move(at.x + 40, at.y + 20);
    await page.mouse.down();
    await page.mouse.move(at.x + 40 + distance, at.y + 20, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(45);
  await expect(card).toBeVisible();
  await swipe(60);
  await expect(card).toHaveCount(0);
});

test('TOAST-03 the notification center keeps a dismissed toast for 1,000,000 ms', async ({ page }) => {
  await page.clock.install();
  await page.goto('');
  // The header's layers load at the first pointer move; the network is cut after that. Repeats the move, because a
  // freshly loaded page may not listen yet.
  let fetched = false;
  page.on('requestfinished', (request) => {
    fetched ||= request.url().includes('/assets/NotificationList-');
  });
  let x = 200;
  const moved = async () => {
    await page.mouse.move(x++, 200);
    return fetched;
  };
  await expect.poll(moved).toBe(true);
  await loseNetwork(page);
  await area(page).getByRole('button', { name: 'Dismiss notification' }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const centre = page.getByRole('dialog', { name: 'Notifications' });
  await expect(centre).toContainText(LOST);
  await page.clock.runFor(1_001_000);
  await expect(centre).toContainText('No notifications.');
});
