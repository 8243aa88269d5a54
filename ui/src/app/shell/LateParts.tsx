import type { ComponentProps } from 'react';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useStore } from '~/state/useStore';
import { littleWindow } from '~/widgets/LittleWindow/littleWindow';
import { closeQuickAlert, quickAlert } from '~/widgets/QuickAlert';
import KeyLayer from '../keys/KeyLayer';
import { TitlePrice } from './TitlePrice';
import { useAlertTone } from './useAlertTone';

const QuickAlertPopup = retryingLazy(() => import('~/widgets/QuickAlert/QuickAlertPopup'));
const LittleList = retryingLazy(() => import('~/widgets/LittleWindow/LittleList'));

/** What every page has, but not from its start: shortcuts, the price in the title, the tone of alerts, and layers that pages open. */
export default function LateParts(props: ComponentProps<typeof KeyLayer>) {
  const alert = useStore(quickAlert.subscribe, quickAlert.get);
  const little = useStore(littleWindow.subscribe, littleWindow.get);
  useAlertTone();
  return (
    <>
      <KeyLayer {...props} />
      <TitlePrice />
      {alert && (
        <LazyBoundary onFail={closeQuickAlert}>
          <QuickAlertPopup key={alert.ticker.symbol} {...alert} />
        </LazyBoundary>
      )}
      {little && (
        <LazyBoundary onFail={() => little.view.close()}>
          <LittleList {...little} />
        </LazyBoundary>
      )}
    </>
  );
}
