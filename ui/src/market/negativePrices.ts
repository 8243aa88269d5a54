/** Why a change is told as an amount: the price, or the one it is measured against, is not above zero. */
export const NO_PERCENT = 'Percent not meaningful below zero';
