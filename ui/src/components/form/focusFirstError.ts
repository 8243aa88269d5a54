/** The first field of a form that is marked as wrong takes the focus; call it when the marks are on the page. */
export function focusFirstError(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
