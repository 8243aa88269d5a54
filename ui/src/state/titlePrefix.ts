let prefix = '';

/** Returns the title of the page, without the price before it. */
export const pageTitle = (): string =>
  document.title.startsWith(prefix) ? document.title.slice(prefix.length) : document.title;

/** Shows a text before the title of the page in the browser's tab; '' removes it. */
export function setTitlePrefix(next: string): void {
  const title = next + pageTitle();
  prefix = next;
  if (document.title !== title) document.title = title;
}
