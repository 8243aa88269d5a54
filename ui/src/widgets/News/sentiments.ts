import type { Sentiment } from '~/api/types';

/** How a sentiment is called and drawn; the arrow stands beside the colour. */
export const SENTIMENTS: Record<Sentiment, { label: string; arrow: string }> = {
  positive: { label: 'Bullish', arrow: '▲ ' },
  neutral: { label: 'Neutral', arrow: '' },
  negative: { label: 'Bearish', arrow: '▼ ' },
};
