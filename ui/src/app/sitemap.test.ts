import { expect, test } from 'vitest';
import { GROUPS } from '~/pages/sitemap/groups';
import { ROUTES } from '~/routes';

test('NAV-05 the sitemap lists every page with a fixed path', () => {
  const listed = GROUPS.flatMap(({ links }) => links.map(({ to }) => to));
  const expected = ROUTES.map(({ path }) => path).filter((path) => !/[:*]|not-found/.test(path));
  expect(expected.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(expected.toSorted());
});
