const LEGAL_FORM =
  /,?\s+(?:(?:&|and)\s+)?(Inc\.?|Incorporated|Corporation|Corp\.?|Company|Co\.|Ltd\.?|Limited|plc|N\.V\.|S\.A\.|SE|AG|ETF|Trust)$/i;

/** A name without its legal form, so that it fits: 'Apple', 'Vanguard Total Stock Market'. */
export function shortName(name: string): string {
  const short = name.replace(LEGAL_FORM, '');
  return short === name ? name : shortName(short);
}
