import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { ChannelPreview } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import fieldClasses from '~/components/form/Field.module.css';
import { type ChannelSettings, parseFieldError, previewSettings } from './draft';
import classes from './Editor.module.css';
import type { ChannelTemplate } from './templates';

const DEBOUNCE_MS = 300;

interface Props {
  template: ChannelTemplate;
  settings: ChannelSettings;
}

/** A preview of a sample alert, rendered by the server; also shows template errors while typing. */
export function Preview({ template, settings }: Props) {
  const [debounced] = useDebouncedValue(JSON.stringify(previewSettings(settings)), DEBOUNCE_MS);
  const { data, error } = useQuery({
    queryKey: ['alert-channel-preview', debounced],
    queryFn: ({ signal }) =>
      call('post', '/api/alert-channel-previews', { payload: { settings: JSON.parse(debounced) }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const templateError =
    error && templateErrorText(template, error instanceof ApiError ? error.detail : error.message);
  return (
    <div className={classes.preview}>
      <p className={classes.previewHead}>
        <span className={fieldClasses.label}>Preview</span> <span>with a sample alert</span>
      </p>
      {/* Reserves its height from the start, so that the response moves nothing. */}
      <section className={classes.previewBox} tabIndex={0} aria-label="Preview of the message">
        <div aria-live="polite">{templateError && <p className={classes.wrong}>{templateError}</p>}</div>
        {data && !templateError && <pre>{linesOf(data)}</pre>}
      </section>
    </div>
  );
}

/** 'Body: The result is not valid JSON …' */
function templateErrorText(template: ChannelTemplate, sentence: string): string {
  const { key, text } = parseFieldError(sentence);
  const field = template.fields.find((each) => each.key === key);
  return field ? `${field.label.replace(' (optional)', '')}: ${text}` : text;
}

function linesOf({ method, address, subject, body }: ChannelPreview): string {
  const lines = [
    ...(address ? [`${method} ${address}`] : []),
    ...(subject ? [`Subject: ${subject}`, ''] : []),
    ...(body ? [body] : []),
  ];
  return lines.length > 0 ? lines.join('\n') : `${method} to the URL, without variables`;
}
