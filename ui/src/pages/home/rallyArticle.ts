import type { Article } from './guides/article';

export const article: Article = {
  sections: [
    {
      heading: 'The move in short',
      paragraphs: [
        'Shares recovered in the second week of April 2025 after one of the roughest stretches in years. Announcements about tariffs had set off the fall, and a pause for most countries set off the largest part of the rebound. The main American indices ended the week well above where they had begun it, with single days in both directions that would normally fill a month.',
        'A rally of this kind, steep and soon after a steep fall, is more common than it feels. Many of the best days on record lie within weeks of the worst ones, because both come from the same source: nobody knows what a business will earn next year, and each piece of news moves the guesses a long way.',
      ],
    },
    {
      heading: 'Who took part',
      paragraphs: [
        'Breadth asks how many shares rise along with the index. A rally carried by a handful of giants can stop when one of them disappoints; one in which small companies, banks and industry take part has more legs to stand on. In this one, most sectors advanced on the strongest day, and technology, which had fallen furthest, led. That is what relief looks like. Whether it is more than relief shows in the following weeks, when leadership either widens or narrows again.',
        'Volume was high on the way down and high on the way up. Large turnover on a rising day says that buyers had to pay up to find sellers. A climb that goes on while turnover dries up deserves less trust.',
      ],
    },
    {
      heading: 'What other markets said',
      paragraphs: [
        'Bonds gave a more cautious picture. In an ordinary scare, government bonds rise as shares fall. This time long yields rose in the middle of the turmoil and the dollar weakened, which suggests that some investors were raising cash wherever they could. Gold went on to new highs. When the classical shelters disagree, it is wise to treat a rebound in shares as one opinion among several.',
      ],
    },
    {
      heading: 'Signs of tiring, and what to do with them',
      paragraphs: [
        'Three things are worth watching as a rally ages. The number of shares at new highs shrinks while the index still rises. Good news stops moving prices. And the volatility of single days fails to fall, although the level has recovered. None of them is a signal on its own; together they say that the easy part is over.',
        'For a long-term investor the practical answer is modest. Check whether the swing moved your portfolio away from its planned weights and put that right. Do not raise the share of risky assets because they rose, or lower it because the week was frightening. If the fall kept you awake, the honest time to reduce risk is after the recovery, slowly, and for good.',
        'This article is a fixed analysis and is not updated with the market. The figure next to its headline on the home page is current.',
      ],
    },
  ],
};
