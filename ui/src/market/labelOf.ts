/** The label of a choice; an unknown value is returned as is. */
export const labelOf = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;
