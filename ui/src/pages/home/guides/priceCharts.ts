import type { Article } from './article';

export const article: Article = {
  sections: [
    {
      heading: 'What a chart is',
      paragraphs: [
        'A price chart is a record of agreements. Each point on it says that, at that moment, a buyer and a seller settled on one number. It does not say that the number was right, or that many people would have accepted it, or that you could have traded there yourself. Keeping that in mind is most of the skill. A chart shows what happened in a market; it does not show why, and it promises nothing about what happens next.',
        'With that said, a chart is the fastest way there is to learn a few useful things about something you may want to own: how far it has come, how rough the journey was, how it behaves when the whole market has a bad day, and whether the move that caught your attention is large or small by its own standards. Those are questions a single price cannot answer.',
      ],
    },
    {
      heading: 'Start with the two axes',
      paragraphs: [
        'Time runs along the bottom. Before you look at the line, look at how much time is drawn. A day, a week and five years of the same share look alike at a glance, and people regularly mistake an hour of noise for a trend. A good routine is to begin with the longest range offered, then shorten it step by step. The long view tells you where you are; the short view only tells you how the last few steps felt.',
        'Price runs up the side, and this axis deserves suspicion. Most charts, including the ones here, stretch the line so that it fills the height. A share that moved between 100 and 101 dollars fills the panel exactly as one that moved between 50 and 150 does. Always read the numbers on the scale, or better, the percentage change printed beside the chart. A dramatic slope with a change of 0.4 percent is not drama.',
        'Over many years a plain scale misleads in a second way. Doubling from 10 to 20 takes ten dollars of height, and doubling from 100 to 200 takes a hundred, although an investor gained the same share of wealth in both. Early years look flat and late years look explosive. When you compare distant periods, compare percentages.',
      ],
    },
    {
      heading: 'Lines, candles and what they hide',
      paragraphs: [
        'A line chart joins one price for each interval, usually the last. It is calm, easy to compare and hides everything that happened in between. A share that opened at 50, fell to 44 and closed at 50 draws a perfectly flat day.',
        'A candle, or bar, keeps four numbers: the first price of the interval, the last, and the highest and lowest in between. The thick body spans first to last, and thin wicks reach out to the extremes. A long lower wick says that sellers pushed the price down and buyers took it back before the close. That is a fact about the day. Folklore has given such shapes names and meanings; tested over many thousands of examples, most of those meanings are weak or absent once trading costs are paid.',
        'Volume, the number of units traded, adds the question of how many people agreed. A large move on little volume often means that few were willing to trade at all, and it can vanish as quickly as it came. A move on volume far above the usual means that many holders changed their mind on the same day, which is harder to undo.',
      ],
    },
    {
      heading: 'Trend, range and roughness',
      paragraphs: [
        'Three observations cover most of what can honestly be read. The first is the trend: are successive highs and lows rising, falling, or neither? A moving average makes this easier to see. It replaces each price by the mean of the last so many, twenty for example, so that single days lose their weight. The price it pays is delay. An average of twenty days turns about ten days after the market did, and no setting removes that; a shorter average is merely earlier and wrong more often.',
        'The second is the range in which a price has lived. The highest and lowest prices of the past year put today into proportion. Being near the top of the range is not a reason to sell, nor being near the bottom a reason to buy, but it tells you what other holders are feeling: near the top nearly everyone sits on a gain, and near the bottom nearly everyone on a loss.',
        'The third is roughness, or volatility: how large an ordinary day is. If a coin usually moves four percent a day, a fall of five is weather. If a utility usually moves half a percent, the same fall is news, and you should find out what it is. Bollinger bands draw this directly, as a channel of two standard deviations about a moving average. They widen when days grow larger and narrow when the market falls asleep.',
      ],
    },
    {
      heading: 'Three habits that keep you honest',
      paragraphs: [
        'First, decide what would prove you wrong before you look for what proves you right. If you believe a fall is over, write down the price at which you would no longer believe it. A chart will always offer a line to draw that supports the opinion you arrived with.',
        'Second, compare with something. A share that rose eight percent in a quarter when its market rose ten did not do well. Put it next to an index, or next to a rival in the same business, over the same dates. Most single movements turn out to be the whole market moving.',
        'Third, count the cost of acting. Every trade pays a spread, perhaps a fee, and often tax. A pattern that wins a little more often than it loses can still lose money after those. If a chart tempts you into frequent action, do the arithmetic for a year of such trades before you make the first one.',
        'Used this way, a chart is a good servant: quick, honest about the past, and silent about the future. Read the scale, widen the range, compare with something sensible, and let what you know about the business or the fund decide the rest.',
      ],
    },
  ],
};
