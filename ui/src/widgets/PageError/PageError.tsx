import { UnreachableError } from '~/api/client';
import { Button, ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import classes from './PageError.module.css';

interface Props {
  error: Error;
  onRetry: () => void;
}

/** Shown instead of a page whose data failed to load. The URL stays, so a retry can succeed. */
export function PageError({ error, onRetry }: Props) {
  const { title, text } = error instanceof UnreachableError ? OFFLINE : FAILED;
  return (
    <div className={`container ${classes.page}`} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink to={paths.home} variant="default" leftSection={<Icon name="home" size={16} />}>
          Home
        </ButtonLink>
      </div>
    </div>
  );
}

const OFFLINE = {
  title: 'You are offline',
  text: "We can't reach the server and this page isn't saved on this device. Recently opened pages still work.",
};
const FAILED = {
  title: "Couldn't load this page",
  text: 'The server returned an error. It may be starting up or having trouble with its data.',
};
