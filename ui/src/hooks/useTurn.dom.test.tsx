import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setFirstDrawing, useTurn } from './useTurn';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function Part({ name, isReady = true }: { name: string; isReady?: boolean }) {
  return <li>{useTurn(isReady) ? name : 'waiting'}</li>;
}

const shown = () => screen.getAllByRole('listitem').map((part) => part.textContent);
/** One timer or frame after another, each with what React makes of it. */
const nextTask = () => act(() => void vi.advanceTimersToNextTimer());
/** What stands there, from now until nothing more comes. */
function allShown(): string[] {
  const seen = [shown().join(' ')];
  for (let task = 0; task < 12; task++) {
    nextTask();
    const now = shown().join(' ');
    if (now !== seen.at(-1)) seen.push(now);
  }
  return seen;
}

test('what a page begins with is drawn one part after another, in the order of the page', () => {
  setFirstDrawing(true);
  render(
    <ul>
      <Part name="first" />
      <Part name="second" />
      <Part name="third" />
    </ul>,
  );
  setFirstDrawing(false);
  expect(allShown()).toEqual([
    'waiting waiting waiting',
    'first waiting waiting',
    'first second waiting',
    'first second third',
  ]);
});

test('what is there when another page is opened shows at once', () => {
  render(
    <ul>
      <Part name="first" />
      <Part name="second" />
    </ul>,
  );
  expect(shown()).toEqual(['first', 'second']);
});

test('one that leaves holds up nobody', () => {
  setFirstDrawing(true);
  const page = (isReady: boolean, hasFirst: boolean) => (
    <ul>
      {hasFirst && <Part key="a" name="first" isReady={isReady} />}
      <Part key="b" name="second" isReady={isReady} />
    </ul>
  );
  const { rerender } = render(page(true, true));
  setFirstDrawing(false);
  expect(shown()).toEqual(['waiting', 'waiting']);
  rerender(page(true, false));
  for (let task = 0; task < 6; task++) nextTask();
  expect(shown()).toEqual(['second']);
});

/** A part that has others within it. */
function Whole({ children }: { children: ReactNode }) {
  return useTurn(true) ? children : <li>waiting</li>;
}

test('what comes with another part goes behind those that wait', () => {
  setFirstDrawing(true);
  render(
    <ul>
      <Whole>
        <Part name="inner" />
      </Whole>
      <Part name="second" />
    </ul>,
  );
  setFirstDrawing(false);
  expect(allShown()).toEqual(['waiting waiting', 'waiting second', 'inner second']);
});
