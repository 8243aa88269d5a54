const LEGAL_FORM =
  /,?\s+(?:(?:&|and)\s+)?(Inc\.?|Incorporated|Corporation|Corp\.?|Company|Co\.|Ltd\.?|Limited|plc|N\.V\.|S\.A\.|SE|AG|ETF|Trust)$/i;

/** A legal form before a share class. */
const BEFORE_CLASS = /,? (?:Inc|Corp)\.?(?= Class [A-Z]$)/;

/** Returns a company's name without its legal form and a leading 'The': 'Apple', 'Coca-Cola', 'Alphabet Class C'. Other names are unchanged. */
export function shortName(name: string): string {
  const short = withoutLegalForm(name);
  return short === name ? name : short.replace(/^The /, '');
}

function withoutLegalForm(name: string): string {
  const short = name.replace(LEGAL_FORM, '').replace(BEFORE_CLASS, '');
  return short === name ? name : withoutLegalForm(short);
}
