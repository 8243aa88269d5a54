import type { Sentiment } from '~/api/types';

/** Label and style of a sentiment; the arrow supplements the color. */
export const SENTIMENTS: Record<Sentiment, { label: string; arrow: string }> = {
  positive: { label: 'Bullish', arrow: '▲ ' },
  neutral: { label: 'Neutral', arrow: '' },
  negative: { label: 'Bearish', arrow: '▼ ' },
};
