/** Explains why a change is shown as an amount: the price or the base price is not above zero. */
export const NO_PERCENT = 'Percent not meaningful below zero';
