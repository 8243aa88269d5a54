/**
 * The chosen part into the middle of a row that is too long for the window; the page stays where it is. The row
 * is positioned, for offsets are counted from it.
 */
export function scrollToMiddle(row: HTMLElement | null, chosen: string): void {
  const part = row?.querySelector<HTMLElement>(chosen);
  if (row && part) row.scrollLeft = part.offsetLeft - (row.clientWidth - part.offsetWidth) / 2;
}
