import { useToasts } from '~/components/toasts';
import classes from './NotificationList.module.css';

/** Recent toasts, newest first. */
export function NotificationList() {
  const toasts = useToasts();
  if (toasts.length === 0) return <p className={classes.none}>No notifications.</p>;
  return (
    <ul className={classes.list}>
      {toasts.map((toast) => (
        <li key={toast.id} data-tone={toast.tone}>
          <strong>{toast.title}</strong>
          {toast.message && <p>{toast.message}</p>}
        </li>
      ))}
    </ul>
  );
}
