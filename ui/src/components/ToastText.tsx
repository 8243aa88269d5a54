import type { Toast } from '~/state/toasts';

/** Number of messages shown; the rest are counted. */
const SHOWN_COUNT = 4;

/** The text of a toast, on screen and in the notification list. */
export function ToastText({ toast: { title, messages } }: { toast: Toast }) {
  const more = messages.length - SHOWN_COUNT;
  return (
    <>
      <strong>{title}</strong>
      {messages.slice(0, SHOWN_COUNT).map((message) => (
        <p key={message}>{message}</p>
      ))}
      {more > 0 && <p>and {more} more</p>}
    </>
  );
}
