import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from 'react-router-dom';
import { call } from '~/api/call';
import { useQuery } from '~/api/useQuery';
import { formatDay } from '~/market/day';
import { paths } from '~/paths';
import type { EntryItem } from './items';

/** Minimum length of a text that is searched in notes: shorter ones are in too many words. */
const MIN_LENGTH = 3;
const MAX_NOTES = 4;
const DEBOUNCE_MS = 300;
/** Maximum length of a note in the list. */
const MAX_CHARS = 80;

/** Returns the notes that contain the words of a search text; each opens the page of its ticker. */
export function useNoteEntries(text: string, onDone: () => void): EntryItem[] {
  const navigate = useNavigate();
  const [debounced] = useDebouncedValue(text, DEBOUNCE_MS);
  const isSearched = text.length >= MIN_LENGTH && debounced === text;
  const { data } = useQuery({
    queryKey: ['notes', 'words', text],
    queryFn: ({ signal }) => call('get', '/api/notes', { query: { q: text, limit: MAX_NOTES }, signal }),
    enabled: isSearched,
    staleTime: 5000,
  });
  if (!isSearched || !data) return [];
  return data.map(({ id, symbol, date, text: note }) => ({
    kind: 'entry',
    key: `note ${id}`,
    label: symbol,
    detail: `${formatDay(date)}: ${note.length > MAX_CHARS ? `${note.slice(0, MAX_CHARS)}…` : note}`,
    icon: 'edit',
    run: () => {
      navigate(paths.ticker(symbol));
      onDone();
    },
  }));
}
