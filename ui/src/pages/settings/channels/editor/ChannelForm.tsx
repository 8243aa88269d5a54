import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '~/api/call';
import { alertChannelsQuery } from '~/api/queries';
import type { PageChannel } from '~/api/types';
import { errorText, useAction } from '~/api/useAction';
import { Button } from '~/components/Button';
import fieldClasses from '~/components/form/Field.module.css';
import { SelectField, TextField } from '~/components/form/fields';
import { focusFirstError } from '~/components/form/focusFirstError';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { DELIVERY_METHODS } from '~/market/deliveryMethods';
import { toast } from '~/state/toasts';
import { TestResult, testResult } from '~/widgets/AlertChannels/TestResult';
import { type Draft, parseFieldError, settingsOf } from './draft';
import classes from './Editor.module.css';
import { FieldInput } from './FieldInput';
import { Preview } from './Preview';
import { type ChannelField, type ChannelTemplate, LIMITS } from './templates';

interface Props {
  template: ChannelTemplate;
  draft: Draft;
  /** The channel to change; missing for a new one. */
  known?: PageChannel;
  onDone: () => void;
}

const CARRIES = DELIVERY_METHODS.filter(({ value }) => value !== 'in_app');

/** The fields of a channel, with test and save buttons. */
export function ChannelForm({ template, draft: first, known, onDone }: Props) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(first);
  const form = useRef<HTMLFormElement>(null);
  const settings = () => settingsOf(template, draft, known?.settings);
  const update = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  const setField = (key: string, value: string) =>
    setDraft((current) => ({ ...current, fields: { ...current.fields, [key]: value } }));
  const test = useAction({
    send: () => call('post', '/api/alert-channel-tests', { payload: { settings: settings() } }),
    failed: false,
  });
  const save = useAction({
    send: () =>
      known
        ? call('put', '/api/alert-channels/{name}', {
            path: { name: known.channel },
            payload: { settings: settings() },
          })
        : call('post', '/api/alert-channels', { payload: { settings: settings() } }),
    done: async ({ channel }) => {
      await client.invalidateQueries({ queryKey: alertChannelsQuery.queryKey });
      toast(known ? 'Channel saved' : 'Channel added', `${channel} is now active.`);
      onDone();
    },
    failed: false,
  });
  const failed = save.error ?? test.error;
  const serverError = failed && parseFieldError(errorText(failed));
  const ownKeys = [...template.fields, ...LIMITS]
    .map(({ key }) => key)
    .concat('name', 'quiet_hours', 'time_zone');
  const isFieldError = serverError?.key && ownKeys.includes(serverError.key);
  const errorOf = (key: string) => (serverError?.key === key ? serverError.text : undefined);
  // Opens the limits if one of them has an error.
  const isLimitError =
    isFieldError && !template.fields.some(({ key }) => key === serverError.key) && serverError.key !== 'name';
  const limits = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every rejection
  useEffect(() => {
    if (isLimitError && limits.current) limits.current.open = true;
    focusFirstError(form.current);
  }, [failed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.reset();
    if (!save.isPending) save.mutate();
  };
  const input = (field: ChannelField) => (
    <FieldInput
      key={field.key}
      field={field}
      value={draft.fields[field.key]}
      known={known}
      error={errorOf(field.key)}
      onChange={(value) => setField(field.key, value)}
    />
  );
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label="Channel">
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => update({ name })}
        maxLength={24}
        disabled={known !== undefined}
        description={known ? "Can't be changed: alerts refer to it." : undefined}
        error={errorOf('name')}
        data-autofocus={known ? undefined : true}
      />
      <SelectField
        label="Delivery method"
        value={draft.carries}
        onChange={(carries) => update({ carries })}
        choices={CARRIES}
      />
      {template.fields.map(input)}
      <Preview template={template} settings={settings()} />
      <details ref={limits} className={classes.limits}>
        <summary>Quiet hours and limits</summary>
        <div className={classes.fields}>
          <TextField
            label="Quiet from"
            type="time"
            value={draft.quietFrom}
            onChange={(quietFrom) => update({ quietFrom })}
            error={errorOf('quiet_hours')}
          />
          <TextField
            label="Quiet to"
            type="time"
            value={draft.quietTo}
            onChange={(quietTo) => update({ quietTo })}
          />
          <TextField
            label="Time zone"
            placeholder="The server's"
            value={draft.zone}
            onChange={(zone) => update({ zone })}
            error={errorOf('time_zone')}
          />
          {LIMITS.map(input)}
        </div>
      </details>
      <div className={classes.end}>
        <DialogButtons>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button
            variant="default"
            onClick={() => {
              save.reset();
              // The button stays enabled, because a disabled button loses focus.
              if (!test.isPending) test.mutate();
            }}
          >
            {test.isPending ? 'Sending…' : 'Send test'}
          </Button>
          <Button type="submit">{save.isPending ? 'Saving…' : 'Save'}</Button>
        </DialogButtons>
        {/* Below the buttons, so that they don't move when it appears. */}
        <div role="status" className={classes.status}>
          {test.data && !test.isPending && <TestResult {...testResult(test.data)} />}
          {serverError && !isFieldError && <p className={fieldClasses.error}>{serverError.text}</p>}
        </div>
      </div>
    </form>
  );
}
