import { useState } from 'react';
import type { AppConfig } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Link } from '~/components/Link';
import { Popup } from '~/components/layer/Popup';
import { basePath, paths } from '~/paths';
import { meQuery, ROLE_NAMES } from '~/widgets/people';
import iconButton from './IconButton.module.css';
import classes from './PersonMenu.module.css';

type Props = NonNullable<AppConfig['person']>;

/** The signed-in person's initials, which open a menu with their name, their role and 'Switch person'. */
export default function PersonMenu({ name, role }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      label="Signed in"
      width={240}
      opened={opened}
      onChange={setOpened}
      trigger={
        <button
          type="button"
          className={`${iconButton.button} ${classes.initials}`}
          aria-label={`Signed in as ${name}`}
        >
          {initials(name)}
        </button>
      }
    >
      <p className={classes.name}>{name}</p>
      <p className={classes.role}>{ROLE_NAMES[role]}</p>
      <Link to={paths.settings} className={classes.item} onClick={() => setOpened(false)}>
        Settings
      </Link>
      <SwitchPerson />
    </Popup>
  );
}

/** Signs out and opens the sign-in page. A person whom a proxy names changes there. */
function SwitchPerson() {
  const signIn = useQuery(meQuery).data?.signIn;
  if (signIn === 'proxy') return <p className={classes.role}>Signed in by the proxy of this server.</p>;
  return (
    // A form, because the server renders the sign-in page.
    <form method="post" action={`${basePath()}logout`}>
      <Button type="submit" variant="default" fullWidth disabled={signIn === undefined}>
        Switch person
      </Button>
    </form>
  );
}

/** Returns the first letters of the first and the last word: 'Anna Maria Berg' is 'AB'. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = '') => [...word][0]?.toUpperCase()).join('');
}
