/**
 * The one place that turns numbers and times into text: the language, and formatters, which are dear to make
 * and kept. Everything that formats asks here, so that a language can be chosen later.
 */
const LOCALE = 'en-US';

function remember<Options, Made>(make: (options: Options) => Made): (options: Options) => Made {
  const made = new Map<string, Made>();
  return (options) => {
    const key = JSON.stringify(options);
    const found = made.get(key) ?? make(options);
    made.set(key, found);
    return found;
  };
}

export const numberFormat = remember(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LOCALE, options),
);

/** Without `timeZone` in the viewer's zone. */
export const dateFormat = remember(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options),
);

export const relativeTimeFormat = remember(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(LOCALE, options),
);
