import { checkPage } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, test } from './test.ts';

const testOnSharedPage = sharedPage('privacy-policy');

const PAGES = [
  ['privacy-policy', 'Privacy Policy'],
  ['terms-of-use', 'Terms of Use'],
] as const;

for (const [path, title] of PAGES) {
  test(`NAV-07 ${title} has a date, a minimum age, rights and a contact`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Last updated April 12, 2025')).toBeVisible();
    await expect(page.getByText(/at least 18 years old/)).toBeVisible();
    await expect(page.getByRole('heading', { name: /Your rights/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Contact' })).toContainText(
      'the operator of this instance',
    );
  });

  test(`NAV-07 ${title} shows the operator's address if it is configured`, async ({ page }) => {
    await page.route('**/api/config', async (route) => {
      const config = await (await route.fetch()).json();
      await route.fulfill({ json: { ...config, contactEmail: 'operator@example.org' } });
    });
    await page.goto(path);
    const link = page
      .getByRole('region', { name: 'Contact' })
      .getByRole('link', { name: 'operator@example.org' });
    await expect(link).toHaveAttribute('href', 'mailto:operator@example.org');
  });

  checkPage(path, (page) => expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible());
}

test('NAV-07 the policy says which data is stored, and the app sets no cookie and contacts no other host', async ({
  page,
  context,
}) => {
  await page.goto('privacy-policy');
  for (const name of ['Data the server stores', 'Data your browser stores', 'Third parties']) {
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
  const hosts: string[] = [];
  page.on('request', (request) => hosts.push(new URL(request.url()).host));
  await page.goto('news');
  await expect(page.getByRole('list', { name: /^Articles of/ }).first()).toBeVisible();
  expect(new Set(hosts).size).toBe(1);
  expect(await context.cookies()).toEqual([]);
});

testOnSharedPage('NAV-07 the policy says how long data is stored', async ({ page }) => {
  const section = page.getByRole('region', { name: 'How long it is kept' });
  for (const text of ['for 10 days', 'for 120 days', 'newest 2,000 articles']) {
    await expect(section).toContainText(text);
  }
  await expect(page.getByRole('region', { name: 'Data your browser stores' })).toContainText(
    'service worker',
  );
});

testOnSharedPage('NAV-07 the table of contents leads to each chapter', async ({ page }) => {
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('button')).toHaveCount(8);
  await contents.getByRole('button', { name: 'Contact' }).click();
  const heading = page.getByRole('heading', { name: 'Contact', level: 2 });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
});

test('NAV-07 the terms link to the policy', async ({ page }) => {
  await page.goto('terms-of-use');
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
});
