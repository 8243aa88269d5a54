import { Icon } from '~/components/Icon';
import type { Membership } from './useMembership';

interface ChoicesProps {
  memberships: readonly Membership[];
  busy: boolean;
  onChoose: (membership: Membership) => void;
}

/** The watchlists, with a check on those that contain the ticker. */
export function ListChoices({ memberships, busy, onChoose }: ChoicesProps) {
  return memberships.map((membership) => (
    <button
      key={membership.list.id}
      type="button"
      aria-pressed={membership.entry !== undefined}
      disabled={busy}
      onClick={() => onChoose(membership)}
    >
      <span>{membership.list.name}</span>
      {membership.entry && <Icon name="check" size={16} />}
    </button>
  ));
}
