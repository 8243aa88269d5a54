import { type KeyboardEvent, useRef } from 'react';
import { Icon, type IconName, PathIcon } from './Icon';
import segmented from './Segmented.module.css';
import classes from './TabSwitch.module.css';
import { useScrollToCenter } from './useScrollToCenter';

interface Props<V extends string> {
  /** Accessible name of the tab list. */
  label: string;
  /** `iconPath` is for an icon that no other part has. */
  tabs: readonly { value: V; label: string; icon?: IconName; iconPath?: string }[];
  value: V;
  onChange: (value: V) => void;
  /** Prefix of the ids of tabs and panels: the panel is `{id}-panel`. */
  id: string;
  /** Stacks the tabs vertically, as the section navigation of a page. */
  vertical?: boolean;
}

/** Tabs styled as a segmented control; arrow keys move between them. */
export function TabSwitch<V extends string>({
  label,
  tabs,
  value,
  onChange,
  id,
  vertical = false,
}: Props<V>) {
  const list = useRef<HTMLDivElement>(null);
  useScrollToCenter(list, '[aria-selected="true"]', value);
  const steps: Record<string, number> = vertical
    ? { ArrowDown: 1, ArrowUp: -1 }
    : { ArrowRight: 1, ArrowLeft: -1 };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault(); // the arrow keys would also scroll the list
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
      aria-orientation={vertical ? 'vertical' : undefined}
      className={vertical ? classes.vertical : `${segmented.track} ${classes.list}`}
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
          {vertical && tab.icon && <Icon name={tab.icon} size={18} />}
          {vertical && tab.iconPath && <PathIcon path={tab.iconPath} size={18} />}
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Returns the attributes of the tab panel of a `TabSwitch`. */
export const tabPanel = (id: string, value: string) => ({
  role: 'tabpanel',
  id: `${id}-panel`,
  'aria-labelledby': `${id}-${value}`,
});
