/** Inputs without text: letters do nothing in them. */
const TEXTLESS = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Returns true if a key press goes into a text field, so that it is not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !TEXTLESS.test(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
