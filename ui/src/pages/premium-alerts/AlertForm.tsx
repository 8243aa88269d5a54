import { type Dispatch, type FormEvent, type ReactNode, type SetStateAction, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { holdingsQuery, screensQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { SelectField } from '~/components/form/fields';
import { focusFirstError } from '~/components/form/focusFirstError';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { FREQUENCIES } from '~/market/alertChoices';
import { serverNow } from '~/state/clock';
import { toast } from '~/state/toasts';
import { useReadOnlyReason } from '~/widgets/useReadOnly';
import classes from './AlertForm.module.css';
import { AssetField, AssetNow } from './AssetField';
import { ConditionFields } from './ConditionFields';
import { DeliveryField } from './DeliveryField';
import {
  backtestConditions,
  backtestOf,
  CLEARED,
  type Draft,
  draftErrors,
  hasMissing,
  isFiling,
  isOnHoldings,
  toAlert,
} from './draft';
import { HoldingsField } from './HoldingsField';
import { ListField } from './ListField';
import { HOLDINGS_TYPES, SCREEN_EVENTS, SCREEN_TYPE, TYPES } from './labels';
import { MoreConditions } from './MoreConditions';
import { ScreenField } from './ScreenField';
import { useAlertChanges } from './useAlerts';
import { useAsset } from './useAsset';

const MoreOptions = lazyPart(() => import('./lazyParts'), 'MoreOptions');
const Backtest = lazyPart(() => import('./lazyParts'), 'Backtest');
const ListBacktest = lazyPart(() => import('./lazyParts'), 'ListBacktest');

/** ALRT-01: the title of the form. */
export const CREATE_ALERT = 'Create Alert';

/** When an alert of each frequency sends messages. */
const HINTS: Record<string, string> = {
  once: 'Moves to the history after it fires.',
  always: 'Fires again after the value has moved back, at most every 5 minutes.',
  daily: 'Collected and sent once a day at 5:00 PM New York time.',
};

interface Props {
  /** The draft; the page owns it, because in a narrow window the form moves into a layer. */
  draft: Draft;
  setDraft: Dispatch<SetStateAction<Draft>>;
  /** True inside a layer, which already shows the title. */
  layered?: boolean;
  onCreated?: () => void;
}

/** ALRT-02, ALRT-03, TICK-10: the form that creates an alert; a URL may fill it in. */
export function AlertForm({ draft, setDraft, layered = false, onCreated }: Props) {
  const reason = useReadOnlyReason();
  const { suggestions, known } = useAsset(draft.symbol);
  const { data: screens = [] } = useQuery(screensQuery);
  const isAnythingHeld = (useQuery(holdingsQuery()).data?.positions.length ?? 0) > 0;
  const { create } = useAlertChanges();
  const form = useRef<HTMLFormElement>(null);
  /** Errors show after the first attempt to submit and disappear when fixed. */
  const [submitted, setSubmitted] = useState(false);
  /** How often 'More options' was pressed; the options stay once shown. */
  const [opened, setOpened] = useState(0);
  const update = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const errors = submitted ? draftErrors(draft, serverNow()) : {};
  const described = known ? backtestOf(draft, known.symbol) : null;
  const overList = draft.list ? backtestConditions(draft) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const alert = toAlert(draft, serverNow());
    flushSync(() => setSubmitted(alert === null));
    if (alert) {
      const onSuccess = () => {
        update(CLEARED);
        onCreated?.();
      };
      create.mutate(alert, { onSuccess });
      return;
    }
    focusFirstError(form.current);
    if (hasMissing(draft)) toast('Missing fields', 'Please fill in all required fields', 'destructive');
  };
  return (
    <Card layered={layered}>
      <form ref={form} onSubmit={submit} className={classes.form} noValidate>
        <div className={classes.pair}>
          <SelectField
            label="Type"
            choices={typesFor(draft, screens.length > 0, isAnythingHeld)}
            value={draft.type}
            onChange={(type) => update({ ...withType(draft, type), whenMet: 'wait_for_crossing' })}
          />
          <div className={classes.subject}>
            {draft.type === 'screen' && (
              <ScreenField draft={draft} screens={screens} error={errors.symbol} onChange={update} />
            )}
            {draft.type === 'holdings' && (
              <HoldingsField list={draft.list} onChange={(list) => update({ list })} />
            )}
            {isOnTickers(draft) && draft.list === '' && (
              <AssetField
                symbol={draft.symbol}
                suggestions={suggestions}
                isKnown={known !== undefined}
                error={errors.symbol}
                onChange={(symbol) => update({ symbol })}
              />
            )}
            {isOnTickers(draft) && (
              <ListField list={draft.list} onChange={(list) => update({ list, symbol: '' })} />
            )}
          </div>
        </div>
        {draft.type === 'screen' && (
          <SelectField
            label="Report when"
            choices={SCREEN_EVENTS}
            value={draft.screenEvent}
            description="Checked every 15 seconds. Each ticker is reported at most once a day."
            onChange={(screenEvent) => update({ screenEvent })}
          />
        )}
        {known && isOnTickers(draft) && draft.list === '' && <AssetNow ticker={known} />}
        {isOnTickers(draft) && draft.list !== '' && (
          <p className={classes.about}>Each ticker in the list is checked separately.</p>
        )}
        {draft.type !== 'screen' && (
          <>
            <ConditionFields
              draft={draft}
              ticker={known}
              valueError={errors.value}
              formsError={errors.forms}
              onChange={update}
            />
            <MoreConditions draft={draft} ticker={known} submitted={submitted} onChange={update} />
          </>
        )}
        <SelectField
          label="Frequency"
          choices={FREQUENCIES}
          value={draft.frequency}
          description={frequencyHint(draft)}
          onChange={(frequency) => update({ frequency })}
        />
        {opened > 0 && (
          <LazyBoundary resetKey={opened} onFail={() => setOpened(0)}>
            <MoreOptions draft={draft} endError={errors.watchedUntil} onChange={update} />
          </LazyBoundary>
        )}
        {opened === 0 && (
          <button type="button" className={`link-button ${classes.more}`} onClick={() => setOpened(1)}>
            More options
          </button>
        )}
        <DeliveryField
          chosen={draft.delivery}
          error={errors.delivery}
          onChange={(delivery) => update({ delivery })}
        />
        <Button type="submit" loading={create.isPending} disabled={reason !== null} fullWidth>
          Create Alert
        </Button>
        {reason && <p className={classes.hint}>{reason}</p>}
        {/* Last, because it appears after the server's response and must not move the button. */}
        {described && (
          <LazyBoundary silent>
            <Backtest query={described} once={draft.frequency === 'once'} />
          </LazyBoundary>
        )}
        {overList && (
          <LazyBoundary silent>
            <ListBacktest query={overList} list={Number(draft.list)} once={draft.frequency === 'once'} />
          </LazyBoundary>
        )}
      </form>
    </Card>
  );
}

/** The changes of the draft if another type is selected. The list is cleared from and to holdings, where it means all holdings in the list. */
const withType = (draft: Draft, type: string): Partial<Draft> => ({
  type,
  condition: 'above',
  value: '',
  ...([type, draft.type].includes('holdings') && { list: '' }),
});

/** Returns true if the alert watches single tickers. */
const isOnTickers = ({ type }: Draft) => type !== 'screen' && type !== 'holdings';

/** Explains the frequency. 'Every Time' has no explanation for screens, filings and holdings, which have no value that moves back. */
function frequencyHint(draft: Draft): string | undefined {
  const isValue = isOnTickers(draft) && !isFiling(draft);
  return isValue || draft.frequency !== 'always' ? HINTS[draft.frequency] : undefined;
}

/**
 * The types that can be chosen: a screen only if one is saved, holdings only if there are any, and news only without further
 * conditions.
 */
function typesFor(draft: Draft, hasScreens: boolean, isAnythingHeld: boolean) {
  if (draft.and.length > 0) return TYPES.filter(({ value }) => value !== 'news');
  return [
    ...TYPES,
    ...(isAnythingHeld || isOnHoldings(draft) ? HOLDINGS_TYPES : []),
    ...(hasScreens || draft.type === 'screen' ? [SCREEN_TYPE] : []),
  ];
}

function Card({ layered, children }: { layered: boolean; children: ReactNode }) {
  return layered ? children : <Panel title={CREATE_ALERT}>{children}</Panel>;
}
