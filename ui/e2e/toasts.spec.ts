import { expect, type Page, test } from './test.ts';

const toastArea = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
const NETWORK_LOST = 'Network Connection Lost';

async function loseNetwork(page: Page) {
  if (page.url() === 'about:blank') await page.goto('');
  await expect(page.getByRole('heading', { name: 'Market Pulse' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(toastArea(page).getByRole('alert')).toContainText(NETWORK_LOST);
}

test('TOAST-01 NATV-01 only one toast is visible: Network Connected replaces Network Connection Lost', async ({
  page,
}) => {
  await loseNetwork(page);
  await expect(toastArea(page)).toContainText('Please check your connection and try again.');
  await page.context().setOffline(false);
  await expect(toastArea(page).getByRole('status')).toContainText('Network Connected');
  await expect(toastArea(page)).toContainText("You're back online.");
  await expect(toastArea(page).getByText(NETWORK_LOST)).toHaveCount(0);
});

test('TOAST-01 a toast disappears after five seconds', async ({ page }) => {
  await page.clock.install();
  await loseNetwork(page);
  await page.clock.runFor(5100);
  await expect(toastArea(page).getByRole('alert')).toHaveCount(0);
});

test('TOAST-02 F8 focuses the toast area', async ({ page }) => {
  await loseNetwork(page);
  await page.keyboard.press('F8');
  await expect(toastArea(page)).toBeFocused();
});

test('TOAST-02 a swipe to the right by more than 50 px dismisses a toast, a shorter one does not', async ({
  page,
}) => {
  await page.clock.install();
  await loseNetwork(page);
  const card = toastArea(page).getByRole('alert');
  const cardBox = await card.boundingBox();
  if (!cardBox) throw new Error('the toast is not visible');
  const swipe = async (distance: number) => {
    await page.mouse.move(cardBox.x + 40, cardBox.y + 20);
    await page.mouse.down();
    await page.mouse.move(cardBox.x + 40 + distance, cardBox.y + 20, { steps: 4 });
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
  // The header's layers load at the first pointer movement, which must happen before the network is lost. Repeats the
  // movement, because a page that has just loaded may not listen yet.
  let isLoaded = false;
  page.on('requestfinished', (request) => {
    isLoaded ||= request.url().includes('/assets/NotificationList-');
  });
  let x = 200;
  const movePointer = async () => {
    await page.mouse.move(x++, 200);
    return isLoaded;
  };
  await expect.poll(movePointer).toBe(true);
  await loseNetwork(page);
  await toastArea(page).getByRole('button', { name: 'Dismiss notification' }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const notificationCenter = page.getByRole('dialog', { name: 'Notifications' });
  await expect(notificationCenter).toContainText(NETWORK_LOST);
  await page.clock.runFor(1_001_000);
  await expect(notificationCenter).toContainText('No notifications.');
});
