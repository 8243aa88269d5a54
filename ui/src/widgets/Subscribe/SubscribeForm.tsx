import { useState } from 'react';
import { configQuery, watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { SelectField } from '~/components/form/fields';
import { CopyAddress } from '../CopyAddress';
import { type Feed, feedAddress, hasTickers } from './feeds';

const NAMES = { earnings: 'Earnings', dividends: 'Ex-dates', economy: 'The economy', icos: 'ICOs' } as const;
const ALL = { value: 'all', label: 'Earnings, ex-dates and the economy' };

/** What to follow, and the address for it. */
export default function SubscribeForm({ feed }: { feed: Feed }) {
  const { data: lists = [] } = useQuery(watchlistsQuery);
  const asksPassword = useQuery(configQuery).data?.asksPassword;
  const [kind, setKind] = useState<Feed | 'all'>(feed);
  const [list, setList] = useState('');
  const ofLists = lists.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <p>
        {feed === 'news'
          ? 'A reader of feeds shows new articles when it follows this address.'
          : 'A calendar program shows these dates, and keeps them up to date, when it subscribes to this address.'}
      </p>
      {feed !== 'news' && (
        <SelectField
          label="Dates"
          choices={[{ value: feed, label: NAMES[feed] }, ALL]}
          value={kind}
          onChange={(chosen) => setKind(chosen === 'all' ? 'all' : feed)}
        />
      )}
      {hasTickers(kind) && (
        <SelectField
          label="About"
          choices={[{ value: '', label: feed === 'news' ? 'Everything' : 'All my lists' }, ...ofLists]}
          value={list}
          onChange={setList}
        />
      )}
      <CopyAddress
        address={feedAddress(kind, list)}
        what="address"
        of={feed === 'news' ? 'the news feed' : 'the calendar'}
      />
      {asksPassword && (
        <p>Asked for a name and a password, give any name, and a token from the settings as the password.</p>
      )}
    </>
  );
}
