import { watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { SelectField } from '~/components/form/fields';
import { Panel } from '~/components/Panel';
import { listChoices } from '~/market/lists';
import { useHomeList } from '~/state/homeList';
import { ChoiceRow, SettingRow } from './SettingRow';
import { useSaveSetting } from './useSaveSetting';

/** The home page's view and the dashboard's list. */
export function HomePanel() {
  const { data: lists } = useQuery(watchlistsQuery);
  const shown = useHomeList(lists);
  const choose = useSaveSetting('home-list');
  return (
    <Panel title="Home">
      <ChoiceRow
        setting="home-view"
        name="Home page"
        defaultText="Welcome on your first visits, then the dashboard."
        labels={{ auto: 'Automatic', deck: 'Dashboard', introduction: 'Welcome' }}
      />
      {lists && lists.length > 1 && (
        <SettingRow
          setting="home-list"
          name="Dashboard list"
          defaultText="Shown on the home page. Default: the first list."
        >
          <SelectField
            aria-label="Dashboard list"
            choices={listChoices(lists)}
            value={String(shown?.id)}
            onChange={choose}
          />
        </SettingRow>
      )}
    </Panel>
  );
}
