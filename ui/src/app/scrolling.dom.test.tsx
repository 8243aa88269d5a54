import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useScrollRestoration } from './useScrollRestoration';
import { useScrollToFragment } from './useScrollToFragment';

let scrollY = 0;
const scrolledTo: number[] = [];
const shownPlaces: string[] = [];

beforeEach(() => {
  scrollY = 0;
  scrolledTo.length = 0;
  shownPlaces.length = 0;
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrollY });
  window.scrollTo = ((_x: number, y: number) => {
    scrollY = y;
    scrolledTo.push(y);
  }) as typeof window.scrollTo;
  Element.prototype.scrollIntoView = function shown() {
    shownPlaces.push(this.id);
  };
});

function App() {
  useScrollRestoration();
  useScrollToFragment();
  const [sort, setSort] = useUrlChoice('sort', ['name', 'price'], 'push');
  const [late, setLate] = useState(false);
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
      <button type="button" onClick={() => setLate(true)}>
        Load
      </button>
      {late && (
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

const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <App />
    </MemoryRouter>,
  );
const press = (name: string) =>
  act(() => (screen.queryByRole('button', { name }) ?? screen.getByRole('link', { name })).click());
const scroll = (to: number) => {
  scrollY = to;
  fireEvent.scroll(window);
};

test('a link to the page one is on goes to its top', () => {
  open('/crypto');
  scroll(400);
  press('Crypto');
  expect(scrollY).toBe(0);
});

test('another choice on a page leaves it where it is scrolled to', () => {
  open('/crypto');
  scroll(200);
  scrolledTo.length = 0;
  press('Sort');
  expect(scrolledTo).toEqual([]);
});

test('Back goes to where the page was left, also from another choice on it', () => {
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

test('a page that is opened by its address starts at its top; one that is loaded again goes on where it was', () => {
  const navigation = vi.spyOn(performance, 'getEntriesByType');
  const loaded = (type: string) => navigation.mockReturnValue([{ type } as PerformanceNavigationTiming]);
  loaded('navigate');
  const first = open('/etfs');
  scroll(700);
  first.unmount();
  loaded('reload');
  const again = open('/etfs');
  expect(scrollY).toBe(700);
  again.unmount();
  open('/news').unmount();
  expect(scrollY).toBe(0);
  scrollY = 0; // where a browser starts
  loaded('navigate');
  open('/etfs').unmount();
  expect(scrollY).toBe(0);
  // Who has read on in what stood there before the app is not taken back.
  scrollY = 300;
  open('/etfs');
  expect(scrollY).toBe(300);
  navigation.mockRestore();
});

test('NAV-04 a link to a place shows it, also when its page has yet to load', async () => {
  open('/crypto');
  scroll(400);
  press('Later');
  expect(shownPlaces).toEqual([]);
  press('Load');
  await vi.waitFor(() => expect(shownPlaces).toEqual(['later']));
  expect(screen.getByRole('heading', { name: 'Later' })).toHaveFocus();
});

test('a browser that keeps nothing loses the scroll place of a reload, and nothing else', () => {
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

test('the places of a hundred pages are kept, the latest: a wall turns its boards for months', () => {
  open('/crypto');
  for (let turn = 0; turn < 160; turn += 1) {
    press(turn % 2 ? 'Crypto' : 'News');
    scroll(100 + turn);
  }
  window.dispatchEvent(new Event('pagehide'));
  const kept: Record<string, number> = JSON.parse(sessionStorage.getItem('marketdeck-scroll') ?? '{}');
  expect(Object.keys(kept)).toHaveLength(100);
  expect(Object.values(kept)).toContain(259);
});
