import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TabSwitch, tabPanel } from './TabSwitch';

const TABS = [
  { value: 'trending', label: 'Trending Tickers' },
  { value: 'icos', label: 'Latest ICOs' },
] as const;

function Example() {
  const [tab, setTab] = useState<'trending' | 'icos'>('trending');
  return (
    <>
      <TabSwitch id="lists" label="Lists" tabs={TABS} value={tab} onChange={setTab} />
      <div {...tabPanel('lists', tab)}>{tab}</div>
    </>
  );
}

test('HOME-05 arrow keys move between the tabs and wrap around', async () => {
  render(<Example />);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('tab', { name: 'Trending Tickers' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Latest ICOs' })).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'Latest ICOs' })).toHaveTextContent('icos');
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Trending Tickers', selected: true })).toHaveFocus();
});
