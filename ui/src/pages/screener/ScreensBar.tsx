import { useRef, useState } from 'react';
import { screensQuery } from '~/api/queries';
import type { SavedScreen } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useScrollToCenter } from '~/components/useScrollToCenter';
import { useIsPhone } from '~/hooks/useIsPhone';
import { KEEP_SCROLL } from '~/hooks/useUrlChoice';
import { WriteButton } from '~/widgets/WriteButton';
import { hasSameCriteria, isSameScreen, PRESETS } from './criteria';
import classes from './ScreenerPage.module.css';
import { alertPath, ScreenMenu } from './ScreenMenu';
import { SCREEN_ID, type ScreenInUrl } from './useScreen';
import { useScreenChanges } from './useScreenChanges';

const NameDialog = retryingLazy(() => import('./NameDialog'));

/** The built-in and saved screens, and the actions on the one in use. */
export function ScreensBar({ screen }: { screen: ScreenInUrl }) {
  const { data: saved = [] } = useQuery(screensQuery);
  const { change, remove } = useScreenChanges();
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const current =
    saved.find(({ id }) => id === screen.savedId) ??
    saved.find(({ query }) => hasSameCriteria(query, screen.query));
  const isChanged = current !== undefined && !isSameScreen(current.query, screen.query);
  // A screen stays marked when its results are sorted by another column.
  const preset = PRESETS.find(({ query }) => hasSameCriteria(query, screen.query));
  const openSaved = ({ id, query }: SavedScreen) => screen.open(query, id);
  const close = () => setDialog(undefined);
  const isPhone = useIsPhone();
  const chips = useRef<HTMLElement>(null);
  useScrollToCenter(chips, '[aria-current]', current?.id ?? preset?.name);
  return (
    <div className={classes.screens}>
      <nav ref={chips} aria-label="Screens" className={classes.chips}>
        {PRESETS.map(({ name, query }) => (
          <Chip key={name} name={name} query={query} isCurrent={!current && preset?.name === name} />
        ))}
        {saved.map(({ id, name, query }) => (
          <Chip
            key={id}
            name={name}
            query={`${query}&${SCREEN_ID}=${id}`}
            isCurrent={current?.id === id}
            isSaved
          />
        ))}
      </nav>
      <div className={classes.actions} data-print="hide">
        {isChanged && (
          <WriteButton
            variant="default"
            aria-label="Save changes"
            onClick={() => change.mutate({ id: current.id, query: screen.query })}
          >
            Save
          </WriteButton>
        )}
        {!current && !preset && (
          <WriteButton variant="default" aria-label="Save screen" onClick={() => setDialog('save')}>
            Save
          </WriteButton>
        )}
        {current && !isPhone && (
          <ButtonLink variant="default" to={alertPath(current)} leftSection={<Icon name="bell" size={14} />}>
            Set alert
          </ButtonLink>
        )}
        <ScreenMenu
          current={current}
          canSaveAsNew={current ? isChanged : preset !== undefined && screen.query !== ''}
          onSaveAsNew={() => setDialog('save')}
          onRename={() => setDialog('rename')}
          onDelete={() => current && remove.mutate(current, { onSuccess: () => screen.open(screen.query) })}
        />
      </div>
      {dialog && (
        <LazyBoundary onFail={close}>
          <NameDialog
            screen={dialog === 'rename' ? current : undefined}
            query={screen.query}
            onClose={close}
            onSaved={dialog === 'save' ? openSaved : () => undefined}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

interface ChipProps {
  name: string;
  query: string;
  isCurrent: boolean;
  isSaved?: boolean;
}

/** A link to a screen. */
function Chip({ name, query, isCurrent, isSaved = false }: ChipProps) {
  return (
    <Link
      to={query ? `?${query}` : '?'}
      state={KEEP_SCROLL}
      className={classes.chip}
      aria-current={isCurrent ? 'page' : undefined}
      data-saved={isSaved || undefined}
    >
      {name}
    </Link>
  );
}
