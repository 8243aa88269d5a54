import { watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { SelectField } from '~/components/form/fields';
import { listChoices } from '~/market/lists';

interface Props {
  /** The id of the selected list; empty for all lists. */
  list: string;
  onChange: (list: string) => void;
}

/** Selects the list whose holdings an alert watches together. */
export function HoldingsField({ list, onChange }: Props) {
  const { data: lists } = useQuery(watchlistsQuery);
  return (
    <SelectField
      label="Holdings in"
      choices={[{ value: '', label: 'All lists' }, ...listChoices(lists)]}
      value={list}
      description="Their change on a trading day, in either direction. Reported at most once a day."
      onChange={onChange}
    />
  );
}
