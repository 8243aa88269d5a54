import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import segmented from './Segmented.module.css';
import { scrollToMiddle } from './scrollToMiddle';
import classes from './TabSwitch.module.css';

interface Props<V extends string> {
  /** Names the set of tabs. */
  label: string;
  tabs: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  /** Ids of tabs and panels start with it: the panel is `{id}-panel`. */
  id: string;
}

/** Tabs drawn as one segmented control; arrow keys move between them. */
export function TabSwitch<V extends string>({ label, tabs, value, onChange, id }: Props<V>) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every choice
  useLayoutEffect(() => scrollToMiddle(list.current, '[aria-selected="true"]'), [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault(); // or the key scrolls the list as well
    const index = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    const next = tabs[index];
    if (next) onChange(next.value);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={`${segmented.track} ${classes.list}`}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** What a panel of a `TabSwitch` carries. */
export const tabPanel = (id: string, value: string) => ({
  role: 'tabpanel',
  id: `${id}-panel`,
  'aria-labelledby': `${id}-${value}`,
});
