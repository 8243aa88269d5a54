import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { BlockSkeleton } from '~/components/Skeletons';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useIsHydrated } from '~/state/hydration';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { Appearance } from './Appearance';
import classes from './SettingsPage.module.css';

const AccessSection = lazyPart(() => import('./lazyParts'), 'AccessSection');
const ChannelsSection = lazyPart(() => import('./lazyParts'), 'ChannelsSection');
const ServerSection = lazyPart(() => import('./lazyParts'), 'ServerSection');
const TransferSection = lazyPart(() => import('./lazyParts'), 'TransferSection');

const SECTIONS = [
  { value: 'appearance', label: 'Appearance', icon: 'sun' },
  { value: 'channels', label: 'Alert channels', icon: 'bell' },
  { value: 'transfer', label: 'Export and import', icon: 'download' },
  { value: 'access', label: 'Access', icon: 'lock' },
  { value: 'server', label: 'Server', icon: 'settings' },
] as const;
type Section = (typeof SECTIONS)[number]['value'];

/** /settings: appearance, alert channels, export and import, access, server. */
export default function SettingsPage() {
  const [section, setSection] = useUrlChoice<Section>(
    'section',
    ['appearance', 'channels', 'transfer', 'access', 'server'],
    'push',
  );
  const narrow = useIsNarrow();
  const isHydrated = useIsHydrated();
  return (
    <div className="container">
      <PageHead title="Settings" text="Appearance, alert channels, data and access." />
      <div className={classes.body}>
        <div className={classes.sections}>
          <TabSwitch
            label="Sections"
            tabs={SECTIONS}
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
              {section === 'server' && <ServerSection />}
            </LazyBoundary>
          )}
        </div>
      </div>
    </div>
  );
}
