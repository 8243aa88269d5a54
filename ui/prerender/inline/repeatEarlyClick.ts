/** Repeats a click on a button after the app has hydrated the page. Links and scrolling work before that anyway. */
export function repeatEarlyClick(root: HTMLElement): void {
  let clickedButton: HTMLButtonElement | undefined;
  root.addEventListener('click', ({ target }) => {
    if ('hydrating' in root.dataset) clickedButton = (target as Element).closest('button') ?? clickedButton;
  });
  new MutationObserver((_, observer) => {
    observer.disconnect();
    if (clickedButton?.isConnected) clickedButton.click();
  }).observe(root, { attributeFilter: ['data-hydrating'] });
}
