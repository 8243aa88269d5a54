/** Fields of a form that hold text: a form that is being filled in must not be lost. */
const FILLED_IN = 'form textarea, form input:not([type="checkbox"], [type="radio"], [type="hidden"])';

/** Whether a reload would lose something: a field under somebody's hands, an open dialog, a form with text in it. */
export function isInUse(): boolean {
  return (
    document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null ||
    [...document.querySelectorAll<HTMLInputElement>(FILLED_IN)].some(({ value }) => value !== '')
  );
}
