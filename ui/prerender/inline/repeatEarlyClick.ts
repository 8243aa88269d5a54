/** Links and scrolling work before the app has hydrated the page. A button that was clicked before is clicked again afterwards. */
export function repeatEarlyClick(root: HTMLElement): void {
  let clicked: HTMLButtonElement | undefined;
  root.addEventListener('click', ({ target }) => {
    if ('hydrating' in root.dataset) clicked = (target as Element).closest('button') ?? clicked;
  });
  new MutationObserver((_, observer) => {
    observer.disconnect();
    if (clicked?.isConnected) clicked.click();
  }).observe(root, { attributeFilter: ['data-hydrating'] });
}
