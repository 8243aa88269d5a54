/** HOME-11: a fixed article with a fixed date. It explains how to look; today's figures stand beside it. */
export const RALLY = {
  title: 'Market Rally Continues',
  lastUpdated: 'April 12, 2025',
  summary:
    'What a rally looks like from the inside: who leads it, how many shares take part, what bonds make of it, and the signs that it is tiring.',
} as const;
