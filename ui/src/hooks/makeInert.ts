/** Makes everything outside of an element inert, except global layers; returns a function that reverts it. */
export function makeInert(shown: HTMLElement): () => void {
  const changed: HTMLElement[] = [];
  for (
    let element: HTMLElement = shown;
    element.parentElement && element !== document.body;
    element = element.parentElement
  ) {
    for (const sibling of element.parentElement.children) {
      const isAbove =
        sibling.matches('[data-portal], [data-mantine-shared-portal-node]') ||
        (sibling.querySelector('[role=status]') !== null && sibling.querySelector('main') === null);
      if (!(sibling instanceof HTMLElement) || sibling === element || sibling.inert || isAbove) continue;
      sibling.inert = true;
      changed.push(sibling);
    }
  }
  return () => {
    for (const element of changed) element.inert = false;
  };
}
