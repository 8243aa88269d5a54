import { expect, type Page } from './test.ts';

/** A toast says both its title and its text. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await said(page, 'status', title, text);
}

/** So does one of a failure, which interrupts a screen reader. */
export async function expectErrorToast(page: Page, title: string, text: string): Promise<void> {
  await said(page, 'alert', title, text);
}

async function said(page: Page, role: 'status' | 'alert', title: string, text: string): Promise<void> {
  const toast = page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByRole(role)
    .filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast).toContainText(text);
}
