/** The keys of a shortcut, pressed together or one for each direction, and what they do. */
export type KeyLine = readonly [keys: readonly string[], action: string];

/** Keys of a chart in full screen, as its foot and the list of shortcuts name them. */
export const FULL_SCREEN_KEYS: readonly KeyLine[] = [
  [['←', '→'], 'step'],
  [['+', '−'], 'zoom'],
  [['A'], 'alert'],
  [['C'], 'compare'],
  [['D'], 'draw'],
  [['I'], 'indicators'],
  [['L'], 'log'],
  [['Esc'], 'leave'],
];

/** Keys of the selected tile in the board editor. */
export const TILE_KEYS: readonly KeyLine[] = [
  [['Tab'], 'next tile'],
  [['←', '↑', '↓', '→'], 'move'],
  [['Shift', '←', '↑', '↓', '→'], 'resize'],
  [['Ctrl', 'D'], 'duplicate'],
  [['Del'], 'remove'],
  [['Ctrl', 'Z'], 'undo'],
];
