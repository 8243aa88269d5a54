import type { ReactNode } from 'react';
import { NavLink } from '~/components/Link';
import segmented from '~/components/Segmented.module.css';
import { paths } from '~/paths';
import classes from './CalendarTabs.module.css';

const CALENDARS = [
  ['Earnings', paths.earningsCalendar],
  ['Dividends', paths.dividendCalendar],
  ['Economy', paths.economicCalendar],
  ['ICOs', paths.icoCalendar],
] as const;

/** Tabs of the four calendars, each with its own URL, and the controls of the open one. */
export function CalendarTabs({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.bar}>
      <nav aria-label="Calendars" className={segmented.track} data-print="hide">
        {CALENDARS.map(([label, to]) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  );
}
