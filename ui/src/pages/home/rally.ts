/** HOME-11: a fixed article with a fixed date. It explains how to look; today's figures stand beside it. */
export const RALLY = {
  title: 'Market Rally Continues',
  lastUpdated: 'April 12, 2025',
} as const;
