import { Button } from '~/components/Button';
import classes from './Confirm.module.css';
import type { PendingQuestion } from './confirmation';
import { Dialog } from './Dialog';
import { DialogButtons } from './DialogButtons';

/** Shows the question of `confirm`. The cancel button has focus. */
export default function Confirm({ question }: { question: PendingQuestion }) {
  const { title, text, action, answer } = question;
  return (
    <Dialog title={title} width={26} placement="small" onClose={() => answer(false)}>
      <p className={classes.text}>{text}</p>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button className={classes.action} onClick={() => answer(true)}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
