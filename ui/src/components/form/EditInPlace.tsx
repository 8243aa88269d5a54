import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import classes from './EditInPlace.module.css';

interface Props {
  /** The value as shown, inside the button that starts editing. */
  children: ReactNode;
  /** The text with which editing starts. */
  text: string;
  /** Accessible name of the button: 'Edit the note on AAPL: buy below 100'. */
  label: string;
  /** Accessible name of the field. */
  fieldLabel: string;
  /** True if the button only invites to enter a value. */
  isEmpty: boolean;
  maxLength?: number;
  /** Right-aligned digits; typing a digit on the button starts editing with it. */
  isNumber?: boolean;
  className?: string | undefined;
  inputClassName?: string | undefined;
  /**
   * Saves a changed text. A returned sentence says why it can't be saved; the field then stays open, with the sentence below it.
   */
  onSave: (text: string) => string | undefined | Promise<string | undefined>;
}

/** A value that is edited in place: Enter or blur saves, Escape leaves it as it was. */
export function EditInPlace(props: Props) {
  const { children, text: initial, label, fieldLabel, isEmpty, onSave, isNumber = false } = props;
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const errorId = useId();
  /** The text when editing started; another device may change the value meanwhile. */
  const initialText = useRef('');
  const button = useRef<HTMLButtonElement>(null);
  /** After a key press the focus returns to the button that replaces the field; after a click it is elsewhere. */
  const isClosedByKey = useRef(false);
  const isSaving = useRef(false);
  useEffect(() => {
    if (text !== null || !isClosedByKey.current) return;
    isClosedByKey.current = false;
    button.current?.focus();
  }, [text]);
  const open = (first = initial) => {
    initialText.current = initial;
    setText(first);
  };
  const close = () => {
    setText(null);
    setError(undefined);
  };
  if (text === null) {
    return (
      <button
        ref={button}
        type="button"
        className={`${classes.value} ${props.className ?? ''}`}
        data-empty={isEmpty || undefined}
        data-number={isNumber || undefined}
        aria-label={label}
        onClick={() => open()}
        onKeyDown={(event) => {
          const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
          if (!isNumber || !isPlain || !/^[\d.,]$/.test(event.key)) return;
          event.preventDefault(); // the field would get the character a second time
          open(event.key);
        }}
      >
        {children}
      </button>
    );
  }
  const save = async () => {
    if (isSaving.current) return;
    if (text.trim() === initialText.current) return close();
    isSaving.current = true;
    const problem = await onSave(text.trim());
    isSaving.current = false;
    if (problem === undefined) return close();
    isClosedByKey.current = false;
    setError(problem);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores Enter and Escape that confirm or cancel an input method's composition.
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault(); // otherwise Enter would also press the button that replaces the field
    event.stopPropagation(); // Escape would also close what is around the field
    isClosedByKey.current = true;
    if (event.key === 'Enter') void save();
    else close();
  };
  // A second blur discards an invalid text, because a field must not trap the keyboard focus.
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (error !== undefined && event.currentTarget.value === text) close();
    else void save();
  };
  return (
    <span className={classes.editor} data-number={isNumber || undefined}>
      <input
        className={`${classes.input} ${props.inputClassName ?? ''}`}
        aria-label={fieldLabel}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        value={text}
        maxLength={props.maxLength}
        inputMode={isNumber ? 'decimal' : undefined}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the field replaces the pressed button.
        autoFocus
        onChange={(event) => {
          setError(undefined);
          setText(event.currentTarget.value);
        }}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {error !== undefined && (
        <span id={errorId} role="alert" className={classes.error}>
          {error}
        </span>
      )}
    </span>
  );
}
