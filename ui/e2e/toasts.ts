import { expect, type Page } from './test.ts';

/** Expects a toast with this title and text. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await expectToastOfRole(page, 'status', title, text);
}

/** Expects an error toast, which interrupts a screen reader. */
export async function expectErrorToast(page: Page, title: string, text: string): Promise<void> {
  await expectToastOfRole(page, 'alert', title, text);
}

async function expectToastOfRole(
  page: Page,
  role: 'status' | 'alert',
  title: string,
  text: string,
): Promise<void> {
  const toast = page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByRole(role)
    .filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast).toContainText(text);
}
