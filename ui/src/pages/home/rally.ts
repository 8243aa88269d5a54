/** HOME-11: a fixed article with a fixed date; today's figures are shown next to it. */
export const RALLY = {
  title: 'Market Rally Continues',
  lastUpdated: 'April 12, 2025',
} as const;
