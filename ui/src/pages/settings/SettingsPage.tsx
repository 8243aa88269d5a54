import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { BlockSkeleton } from '~/components/Skeletons';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useIsHydrated } from '~/state/hydration';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { isOwner } from '~/widgets/useReadOnly';
import { Appearance } from './Appearance';
import classes from './SettingsPage.module.css';

const AccessSection = lazyPart(() => import('./lazyParts'), 'AccessSection');
const ChannelsSection = lazyPart(() => import('./lazyParts'), 'ChannelsSection');
const PeopleSection = lazyPart(() => import('./lazyParts'), 'PeopleSection');
const ServerSection = lazyPart(() => import('./lazyParts'), 'ServerSection');
const TransferSection = lazyPart(() => import('./lazyParts'), 'TransferSection');

const PEOPLE_ICON =
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 2.5-6 6.5-6s6.5 2 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.4c2.3.8 3.5 2.7 3.5 5.6';

const SECTIONS = [
  { value: 'appearance', label: 'Appearance', icon: 'sun' },
  { value: 'channels', label: 'Alert channels', icon: 'bell' },
  { value: 'transfer', label: 'Export and import', icon: 'download' },
  { value: 'access', label: 'Access', icon: 'lock' },
  { value: 'people', label: 'People', iconPath: PEOPLE_ICON },
  { value: 'server', label: 'Server', icon: 'settings' },
] as const;
type Section = (typeof SECTIONS)[number]['value'];

/** The sections of the owner. */
const OWN_SERVER: readonly Section[] = ['people', 'server'];

/** /settings: appearance, alert channels, export and import, access, people, server. */
export default function SettingsPage() {
  const [section, setSection] = useUrlChoice<Section>(
    'section',
    ['appearance', 'channels', 'transfer', 'access', 'people', 'server'],
    'push',
  );
  const narrow = useIsNarrow();
  const mayChangeServer = isOwner(useQuery(configQuery).data);
  const forbidden = !mayChangeServer && OWN_SERVER.includes(section);
  const isHydrated = useIsHydrated();
  return (
    <div className="container">
      <PageHead title="Settings" text="Appearance, alert channels, data and access." />
      <div className={classes.body}>
        <div className={classes.sections}>
          <TabSwitch
            label="Sections"
            tabs={
              mayChangeServer
                ? SECTIONS
                : SECTIONS.filter(({ value }) => value === section || !OWN_SERVER.includes(value))
            }
            value={section}
            onChange={setSection}
            id="settings"
            vertical={!narrow}
          />
        </div>
        <div {...tabPanel('settings', section)}>
          {section === 'appearance' ? (
            // The chosen settings are known only in the browser.
            isHydrated ? (
              <Appearance />
            ) : (
              <BlockSkeleton height={narrow ? 2006 : 873} />
            )
          ) : (
            <LazyBoundary placeholder={<BlockSkeleton height={640} />}>
              {section === 'channels' && <ChannelsSection />}
              {section === 'transfer' && <TransferSection />}
              {section === 'access' && <AccessSection />}
              {section === 'people' && !forbidden && <PeopleSection />}
              {section === 'server' && !forbidden && <ServerSection />}
              {forbidden && <p>Only the owner of this server can change this.</p>}
            </LazyBoundary>
          )}
        </div>
      </div>
    </div>
  );
}
