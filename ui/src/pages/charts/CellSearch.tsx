import { Combobox, useCombobox } from '@mantine/core';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useLatestOnly } from '~/hooks/useLatestOnly';
import { endTypeAhead } from '~/state/typeAhead';
import { useFollow, useHits, useListings, useTickerSearch } from '~/widgets/TickerSearch';
import { Options } from '~/widgets/TickerSearch/Options';
import { FOLLOW } from '~/widgets/TickerSearch/useFollow';
import classes from './ChartCell.module.css';

/** The search for a chart's ticker. Enter shows the best match. */
export default function CellSearch({ onChoose }: { onChoose: (symbol: string) => void }) {
  const [text, setText] = useState('');
  const suggestions = useTickerSearch(text, 1);
  const listings = useListings(text, suggestions);
  const hitsOf = useHits();
  const lookups = useLatestOnly();
  const combobox = useCombobox({ opened: true });
  const follow = useFollow(onChoose);
  const submit = async (entered: string) => {
    const wanted = entered.trim();
    if (!wanted) return;
    const isLatest = lookups.start();
    const hits = await hitsOf(wanted);
    if (isLatest()) onChoose(hits[0]?.symbol ?? wanted);
  };
  const field = useRef<HTMLInputElement>(null);
  // The layer was opened before this code was loaded.
  useEffect(() => field.current?.focus(), []);
  const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const typed = endTypeAhead();
    if (!typed.text) return;
    // At once, so that keys that come before the next render are added to the text.
    currentTarget.value = typed.text;
    setText(typed.text);
    if (typed.isSubmitted) void submit(typed.text);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) =>
        value.startsWith(FOLLOW) ? follow.mutate(value.slice(FOLLOW.length)) : onChoose(value)
      }
    >
      <Combobox.EventsTarget>
        <input
          ref={field}
          className={classes.input}
          aria-label="Search for a ticker"
          placeholder="Symbol or name"
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={64}
          onChange={(event) => {
            setText(event.currentTarget.value);
            lookups.cancel();
            combobox.resetSelectedOption();
          }}
          onFocus={onFocus}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
            if (combobox.getSelectedOptionIndex() < 0) void submit(text);
          }}
        />
      </Combobox.EventsTarget>
      <Options suggestions={suggestions} listings={listings} />
    </Combobox>
  );
}
