const SEPARATOR = ' · ';

/** Returns the title of the page: 'Apple Inc. (AAPL) · Marketdeck', without the live price before it. */
export const pageTitle = (): string => document.title.split(SEPARATOR).slice(-2).join(SEPARATOR);
