import { expect, test } from 'vitest';
import { feedAddress } from './feeds';

const address = (...[feed, list]: Parameters<typeof feedAddress>) =>
  feedAddress(feed, list, 'https://deck.example/news?x=1');

test("a feed's address contains its kind and the list", () => {
  expect(address('all')).toBe('https://deck.example/calendar.ics');
  expect(address('earnings')).toBe('https://deck.example/calendar.ics?kinds=earnings');
  expect(address('dividends', '3')).toBe('https://deck.example/calendar.ics?kinds=dividends&list=3');
  expect(address('news')).toBe('https://deck.example/news.atom');
  expect(address('news', '3')).toBe('https://deck.example/news.atom?list=3');
});

test("the address of a feed that is not about tickers doesn't contain the list", () => {
  expect(address('economy', '3')).toBe('https://deck.example/calendar.ics?kinds=economy');
  expect(address('icos', '3')).toBe('https://deck.example/calendar.ics?kinds=icos');
});
