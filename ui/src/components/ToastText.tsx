import type { Toast } from '~/state/toasts';

/** Maximum number of messages shown; the text states how many more there are. */
const MAX_MESSAGES = 4;

/** The text of a toast, on screen and in the notification list. */
export function ToastText({ toast: { title, messages } }: { toast: Toast }) {
  const more = messages.length - MAX_MESSAGES;
  return (
    <>
      <strong>{title}</strong>
      {messages.slice(0, MAX_MESSAGES).map((message) => (
        <p key={message}>{message}</p>
      ))}
      {more > 0 && <p>and {more} more</p>}
    </>
  );
}
