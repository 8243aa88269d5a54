import { KEY_LINKS } from '~/links';
import { FULL_SCREEN_KEYS, type KeyLine, TILE_KEYS } from '~/widgets/keyLists';
import { HINTS } from '../palette/KeyHints';

interface ShortcutGroup {
  title: string;
  /** Shown after the title: where the keys work, or how they are pressed. */
  note?: string;
  keys: readonly KeyLine[];
}

/** All keyboard shortcuts of the app, as their list shows them. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      [['/'], 'search for tickers, pages and actions'],
      [['Ctrl', 'K'], 'the same, also while typing'],
      [['?'], 'show this list'],
      [['F8'], 'go to the notification on screen'],
    ],
  },
  {
    title: 'Pages',
    note: 'G, then a letter',
    keys: KEY_LINKS.map(({ key, label }) => [['G', key.toUpperCase()], label]),
  },
  {
    title: 'Ticker page',
    note: 'and on the active chart of a layout',
    keys: [
      [['A–Z', '0–9'], 'type a symbol or a name, Enter opens it'],
      [['Shift', 'G'], 'type a symbol that starts with G'],
      [['Alt', '↓'], 'next ticker of the list you came from, or of your watchlist'],
      [['Alt', '↑'], 'previous ticker'],
    ],
  },
  {
    title: 'Chart',
    note: 'with focus on the chart',
    keys: [
      [['←', '→'], 'move the crosshair'],
      [['Page Up', 'Page Down'], 'move it by ten points'],
      [['Home', 'End'], 'first or last point'],
      [['+', '−'], 'zoom'],
      [['0'], 'show the whole range'],
      [['Shift', '←', '→'], 'select a span'],
      [['Enter'], 'zoom to the selected span'],
      [['A'], 'alert at the crosshair'],
      [['D'], 'drawing tools'],
      [['F'], 'full screen'],
    ],
  },
  { title: 'Chart in full screen', keys: FULL_SCREEN_KEYS },
  {
    title: 'Alert on a chart',
    note: 'with focus on its handle',
    keys: [
      [['↑', '↓'], 'change the level'],
      [['Shift', '↑', '↓'], 'change it by ten steps'],
      [['Enter'], 'save the level'],
      [['Del'], 'delete the alert'],
    ],
  },
  {
    title: 'Tables',
    note: 'with focus on a row',
    keys: [
      [['↑', '↓'], 'previous or next row'],
      [['Space'], 'show the quote next to the table, as a click does'],
      [['Enter'], 'open the ticker'],
      [['S'], 'add to a watchlist or remove'],
      [['A'], 'create an alert'],
    ],
  },
  {
    title: 'Quote next to a table',
    keys: [
      [['↓'], 'next row, also J'],
      [['↑'], 'previous row, also K'],
      [['Enter'], 'open the ticker'],
      [['Esc'], 'close'],
    ],
  },
  {
    title: 'Heatmap and calendar',
    keys: [
      [['←', '↑', '↓', '→'], 'next tile or day'],
      [['Page Up', 'Page Down'], 'previous or next month'],
    ],
  },
  {
    title: 'Holdings and notes',
    keys: [
      [['H'], 'hide or show amounts, where there are any'],
      [['Ctrl', '↵'], 'save a note'],
    ],
  },
  { title: 'Search', keys: HINTS.map(([keys, action]) => [keys.split(' '), action]) },
  { title: 'Dialogs and menus', keys: [[['Esc'], 'close']] },
  { title: 'Board editor', note: 'with focus on a tile', keys: TILE_KEYS },
];
