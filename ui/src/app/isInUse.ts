/** Text fields of forms: a form that is being filled in must not be lost. */
const FILLED_IN = 'form textarea, form input:not([type="checkbox"], [type="radio"], [type="hidden"])';

/** Returns true if a reload would lose input: a focused field, an open dialog, or a form with text. */
export function isInUse(): boolean {
  return (
    document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null ||
    [...document.querySelectorAll<HTMLInputElement>(FILLED_IN)].some(({ value }) => value !== '')
  );
}
