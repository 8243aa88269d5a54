import { Combobox, useCombobox } from '@mantine/core';
import {
  type AriaAttributes,
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useLayoutEffect,
} from 'react';
import { Options } from './Options';
import classes from './TickerSearch.module.css';

/** What the field needs of the dropdown. */
export interface Dropdown {
  /** Handles a key press in the field. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  hasSelection: () => boolean;
  clearSelection: () => void;
}

/** Attributes of the field while the dropdown is open. */
export type FieldAttributes = AriaAttributes;

interface Props extends ComponentProps<typeof Options> {
  field: RefObject<HTMLInputElement | null>;
  dropdown: RefObject<Dropdown | null>;
  isOpen: boolean;
  minWidth?: string;
  /** Called when the user opens or closes the dropdown by keyboard. */
  onOpened: (isOpen: boolean) => void;
  onAttributes: (attributes: FieldAttributes) => void;
  onChoose: (value: string) => void;
}

/** The suggestions of a search field. A separate part, because most visitors don't search: its code is fetched when the field has the focus. */
export default function SearchDropdown(props: Props) {
  const { field, dropdown, isOpen, minWidth, onOpened, onAttributes, onChoose, suggestions, listings } =
    props;
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: onOpened,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const connect = (onKeyDown: Dropdown['onKeyDown']) => {
    dropdown.current = {
      onKeyDown,
      hasSelection: () => combobox.getSelectedOptionIndex() >= 0,
      clearSelection: combobox.resetSelectedOption,
    };
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={onChoose}
      transitionProps={{ duration: 150, transition: 'fade' }}
      shadow="md"
    >
      <Combobox.EventsTarget>
        <Field {...{ field, connect, onAttributes }} />
      </Combobox.EventsTarget>
      <Combobox.DropdownTarget>
        <div className={classes.anchor} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!isOpen} {...(minWidth && { miw: minWidth })}>
        <Options suggestions={suggestions} listings={listings} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface FieldProps extends Pick<Props, 'field' | 'onAttributes'> {
  connect: (onKeyDown: Dropdown['onKeyDown']) => void;
  // Set by the combobox.
  ref?: Ref<HTMLInputElement>;
  onKeyDown?: Dropdown['onKeyDown'];
  'aria-controls'?: string;
  'aria-activedescendant'?: string;
  'data-mantine-stop-propagation'?: boolean;
}

/** Stands for the field, which exists before the combobox: passes the combobox' attributes and key handler on to it. */
function Field({ field, connect, onAttributes, ref, onKeyDown, ...attributes }: FieldProps) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(field.current);
    else if (ref) ref.current = field.current;
  }, [ref, field]);
  useLayoutEffect(() => {
    if (onKeyDown) connect(onKeyDown);
  });
  const controls = attributes['aria-controls'];
  const active = attributes['aria-activedescendant'];
  const stopsEscape = attributes['data-mantine-stop-propagation'];
  useLayoutEffect(() => {
    onAttributes({
      'aria-controls': controls,
      'aria-activedescendant': active,
      ...(stopsEscape && { 'data-mantine-stop-propagation': true }),
    });
  }, [onAttributes, controls, active, stopsEscape]);
  return null;
}
