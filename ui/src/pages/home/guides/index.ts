import type { IconName } from '~/components/Icon';
import type { Article } from './article';

export interface Guide {
  id: string;
  title: string;
  summary: string;
  /** In minutes. */
  readTime: number;
  icon: IconName;
  load: () => Promise<{ article: Article }>;
}

/** HOME-10: the built-in guides. An article is loaded when it is opened. */
export const guides: Guide[] = [
  {
    id: 'price-charts',
    title: 'Reading price charts',
    summary:
      'Lines, trends and volume: what a price chart says, what it leaves out, and three habits that keep you honest.',
    readTime: 5,
    icon: 'candles',
    load: () => import('./priceCharts'),
  },
  {
    id: 'diversification',
    title: 'Diversification strategies for 2023',
    summary:
      'Spread risk across assets, sectors and regions, and know when adding one more fund stops helping.',
    readTime: 7,
    icon: 'layers',
    load: () => import('./diversification'),
  },
  {
    id: 'crypto',
    title: 'Crypto investment: beginner to expert',
    summary: 'Wallets, custody and position size, from a first small purchase to a rule-based allocation.',
    readTime: 10,
    icon: 'coins',
    load: () => import('./crypto'),
  },
  {
    id: 'expense-ratios',
    title: 'Understanding ETF expense ratios',
    summary: 'How a small yearly fee compounds over decades, and how to compare two similar funds fairly.',
    readTime: 6,
    icon: 'percent',
    load: () => import('./expenseRatios'),
  },
];
