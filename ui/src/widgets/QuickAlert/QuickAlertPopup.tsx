import { useEffect, useId } from 'react';
import { useLocation } from 'react-router-dom';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useFocusReturn } from '~/components/layer/useFocusReturn';
import { useIsPhone } from '~/hooks/useIsPhone';
import { QuickAlertForm } from './QuickAlertForm';
import { type AlertRequest, closeQuickAlert } from './request';

const PopupLayer = retryingLazy(() => import('~/components/layer/PopupLayer'));
const SheetLayer = retryingLazy(() => import('~/components/layer/SheetLayer'));

/** A short alert form at the button of a ticker; on a phone, in a bottom sheet. */
export default function QuickAlertPopup({ ticker, button }: AlertRequest) {
  const id = useId();
  const isPhone = useIsPhone();
  const { pathname } = useLocation();
  const close = closeQuickAlert;
  useFocusReturn(true, { layer: id, opener: button });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another page was opened
  useEffect(() => {
    if (!button.isConnected) close();
  }, [pathname]);
  const label = `New alert on ${ticker.symbol}`;
  const form = <QuickAlertForm ticker={ticker} onDone={close} />;
  return isPhone ? (
    <SheetLayer id={id} title={label} side="bottom" tall opened onClose={close}>
      {form}
    </SheetLayer>
  ) : (
    <PopupLayer {...{ id, label }} width="20rem" anchor={button} opened onChange={close}>
      {form}
    </PopupLayer>
  );
}
