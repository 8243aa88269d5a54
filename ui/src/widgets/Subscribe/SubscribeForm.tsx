import { useState } from 'react';
import { configQuery, watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { SelectField } from '~/components/form/fields';
import { listChoices } from '~/market/lists';
import { CopyAddress } from '../CopyAddress';
import { type Feed, feedAddress, hasTickers } from './feeds';

const NAMES = { earnings: 'Earnings', dividends: 'Ex-dates', economy: 'The economy', icos: 'ICOs' } as const;
const ALL = { value: 'all', label: 'Earnings, ex-dates and the economy' };

/** Feed options and the resulting address. */
export default function SubscribeForm({ feed }: { feed: Feed }) {
  const { data: lists } = useQuery(watchlistsQuery);
  const asksPassword = useQuery(configQuery).data?.asksPassword;
  const [kind, setKind] = useState<Feed | 'all'>(feed);
  const [list, setList] = useState('');
  return (
    <>
      <p>
        {feed === 'news'
          ? 'Add this address to a feed reader to get new articles.'
          : 'Subscribe to this address in a calendar app to see these dates and keep them up to date.'}
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
          choices={[
            { value: '', label: feed === 'news' ? 'Everything' : 'All my lists' },
            ...listChoices(lists),
          ]}
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
        <p>If you're asked to sign in, use any user name and a token from the settings as the password.</p>
      )}
    </>
  );
}
