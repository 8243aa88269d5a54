import { UnreachableError } from '~/api/client';
import { Button, ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import classes from './PageError.module.css';

interface Props {
  error: Error;
  onRetry: () => void;
}

/** In place of a page whose data did not come. The address stays, so that trying again can mend it. */
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
  text: 'The server cannot be reached, and this browser keeps nothing of this page. Pages you opened lately still work.',
};
const FAILED = {
  title: 'This page could not be loaded',
  text: 'The server answered with an error. It may be starting, or have trouble with its data.',
};
