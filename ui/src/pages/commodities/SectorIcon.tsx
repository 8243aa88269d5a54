import { PathIcon } from '~/components/Icon';
import classes from './CommoditiesPage.module.css';
import { emojiOf } from './sectors';

/**
 * COMM-01: the icon of a sector. The specified emoji is included as text; it is not shown, because it looks different on every computer,
 * and one without an emoji font (such as a kiosk) would show an empty box.
 */
export function SectorIcon({ sector }: { sector: string }) {
  const emoji = emojiOf(sector);
  return (
    <span className={classes.icon}>
      <PathIcon path={SHAPES[emoji] ?? ''} size={16} />
      <span>{emoji}</span>
    </span>
  );
}

/** A bolt, ingots, a seedling, a wall and bars. */
const SHAPES: Readonly<Record<string, string>> = {
  '⚡': 'M13 3 5 13.5h6L10.5 21 19 10h-6.2L13 3Z',
  '🥇': 'M8.5 5h7l1.5 6H7l1.5-6ZM4 13h7l1.5 6h-10L4 13ZM13 13h7l1.5 6h-10',
  '🌾': 'M12 20V11M12 13C12 9 9.5 6.5 5 6.5 5 11 7.5 13 12 13ZM12 16.5c0-3.5 2.5-5.5 7-5.5 0 3.5-2.5 5.5-7 5.5Z',
  '🧱': 'M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.300h17M12 5v4.7M8 9.7v4.600M16 9.7v4.600M12 14.300V19',
  '📊': 'M5 20v-8M12 20V5M19 20v-5',
};
