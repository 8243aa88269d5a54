import { useDisclosure } from '@mantine/hooks';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import classes from './ArchiveLine.module.css';
import { RALLY } from './rally';

const RallyModal = lazyPart(() => import('./lazyParts'), 'RallyModal');

/** HOME-11: opens an archived analysis, with its date. */
export function ArchiveLine() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <div className={classes.line}>
        <span>From the archive, {RALLY.lastUpdated}</span>
        <button type="button" className={classes.more} onClick={open}>
          Read analysis <Icon name="arrow" size={14} />
        </button>
      </div>
      {opened && (
        <LazyBoundary onFail={close}>
          <RallyModal onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
