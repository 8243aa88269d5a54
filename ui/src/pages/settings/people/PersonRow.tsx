import type { Person } from '~/api/types';
import { formatDate } from '~/market/time';
import { ROLE_NAMES } from '~/widgets/people';
import { WriteButton } from '~/widgets/WriteButton';
import access from '../access/Access.module.css';

interface Props {
  person: Person;
  onEdit: () => void;
  onRemove: () => void;
}

/** A person with their role and origin. Those of the configuration file are changed there. */
export function PersonRow({ person, onEdit, onRemove }: Props) {
  const { name, role, origin, isOwn } = person;
  return (
    <li>
      <h3>
        {name} {role && <span className={access.badge}>{ROLE_NAMES[role]}</span>}
        {isOwn && <span className={access.badge}>You</span>}
      </h3>
      <p>{originText(person)}</p>
      {origin === 'file' ? (
        <span className={access.note}>Change in the file</span>
      ) : (
        <div className={access.buttons}>
          {origin !== 'removed' && (
            <WriteButton variant="default" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </WriteButton>
          )}
          <WriteButton variant="default" size="compact-sm" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </WriteButton>
        </div>
      )}
    </li>
  );
}

/** 'Added here on Nov 3, 2026; no password, signs in only through a trusted proxy'. */
function originText({ origin, since, hasPassword, isOwn }: Person): string {
  if (isOwn) return 'Also changes the server, its sources and people';
  if (origin === 'removed') return "No longer in the configuration file, and can't sign in";
  const added =
    origin === 'file' ? 'In the configuration file' : `Added here${since ? ` on ${formatDate(since)}` : ''}`;
  return hasPassword ? added : `${added}; no password, signs in only through a trusted proxy`;
}
