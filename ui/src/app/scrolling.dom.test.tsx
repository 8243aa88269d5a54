import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { Link } from '~/components/Link';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useScrollRestoration } from './useScrollRestoration';
import { useScrollToFragment } from './useScrollToFragment';

let scrollY = 0;
const scrolledTo: number[] = [];
const shownIds: string[] = [];

beforeEach(() => {
  scrollY = 0;
  scrolledTo.length = 0;
  shownIds.length = 0;
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrollY });
  window.scrollTo = ((_x: number, y: number) => {
    scrollY = y;
    scrolledTo.push(y);
  }) as typeof window.scrollTo;
  Element.prototype.scrollIntoView = function shown() {
    shownIds.push(this.id);
  };
});

function App() {
  useScrollRestoration();
  useScrollToFragment();
  const [sort, setSort] = useUrlChoice('sort', ['name', 'price'], 'push');
  const [isLoaded, setIsLoaded] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Link to="/crypto">Crypto</Link>
      <Link to="/news">News</Link>
      <Link to="/news#later">Later</Link>
      <button type="button" onClick={() => setSort(sort === 'name' ? 'price' : 'name')}>
        Sort
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => setIsLoaded(true)}>
        Load
      </button>
      {isLoaded && (
        <h2 id="later" tabIndex={-1}>
          Later
        </h2>
      )}
      <Routes>
        <Route path="*" element={<p>Page</p>} />
      </Routes>
    </>
  );
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  );
const press = (name: string) =>
  act(() => (screen.queryByRole('button', { name }) ?? screen.getByRole('link', { name })).click());
const scroll = (to: number) => {
  scrollY = to;
  fireEvent.scroll(window);
};

test('a link to the current page scrolls to the top', () => {
  open('/crypto');
  scroll(400);
  press('Crypto');
  expect(scrollY).toBe(0);
});

test('a changed choice on a page does not scroll', () => {
  open('/crypto');
  scroll(200);
  scrolledTo.length = 0;
  press('Sort');
  expect(scrolledTo).toEqual([]);
});

test('going back restores the scroll position, also after a changed choice', () => {
  open('/crypto');
  scroll(400);
  press('News');
  expect(scrollY).toBe(0);
  press('Back');
  expect(scrollY).toBe(400);
  press('Sort');
  scroll(900);
  press('Back');
  expect(scrollY).toBe(400);
});

test('a page opened by URL starts at the top; a reloaded page restores its position', () => {
  const navigation = vi.spyOn(performance, 'getEntriesByType');
  const mockNavigation = (type: string) =>
    navigation.mockReturnValue([{ type } as PerformanceNavigationTiming]);
  mockNavigation('navigate');
  const first = open('/etfs');
  scroll(700);
  first.unmount();
  mockNavigation('reload');
  const reloaded = open('/etfs');
  expect(scrollY).toBe(700);
  reloaded.unmount();
  open('/news').unmount();
  expect(scrollY).toBe(0);
  scrollY = 0; // a new page starts at the top
  mockNavigation('navigate');
  open('/etfs').unmount();
  expect(scrollY).toBe(0);
  // A user who scrolled the prerendered page before the app started is not scrolled back.
  scrollY = 300;
  open('/etfs');
  expect(scrollY).toBe(300);
  navigation.mockRestore();
});

test('NAV-04 a fragment link scrolls to its target, also if the target is rendered later', async () => {
  open('/crypto');
  scroll(400);
  press('Later');
  expect(shownIds).toEqual([]);
  press('Load');
  await vi.waitFor(() => expect(shownIds).toEqual(['later']));
  expect(screen.getByRole('heading', { name: 'Later' })).toHaveFocus();
});

test('without session storage saving the scroll position fails silently', () => {
  const failures = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('error', failures);
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  open('/crypto');
  fireEvent(window, new Event('pagehide'));
  expect(setItem).toHaveBeenCalled();
  expect(failures).not.toHaveBeenCalled();
  setItem.mockRestore();
  window.removeEventListener('error', failures);
});

test('only the latest hundred scroll positions are stored, because a wall display may rotate boards for months', () => {
  open('/crypto');
  for (let turn = 0; turn < 160; turn += 1) {
    press(turn % 2 ? 'Crypto' : 'News');
    scroll(100 + turn);
  }
  window.dispatchEvent(new Event('pagehide'));
  const stored: Record<string, number> = JSON.parse(sessionStorage.getItem('marketdeck-scroll') ?? '{}');
  expect(Object.keys(stored)).toHaveLength(100);
  expect(Object.values(stored)).toContain(259);
});
