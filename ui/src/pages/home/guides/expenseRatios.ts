import type { Article } from './article';

export const article: Article = {
  sections: [
    {
      heading: 'What the number means',
      paragraphs: [
        'An exchange-traded fund, or ETF, is a basket of investments that trades like a share. Somebody has to run it: keep the books, follow the index, pay a custodian, an auditor and an index provider, and publish reports. The expense ratio says what this costs you, as a percentage of your holding each year. A ratio of 0.20 percent means two dollars a year for every thousand invested.',
        'You never receive a bill. The fund takes the fee out of its own assets, a tiny slice every day, and the price you see is already reduced by it. That is convenient, and it is also why the fee is so easy to overlook. A cost that arrives as an invoice is argued about. A cost that merely makes a line rise a little more slowly is not.',
        'The ratio covers management and running costs. It does not cover what the fund pays to buy and sell its holdings, the spread and commission you pay to buy the ETF itself, or the tax on what it distributes. It is the largest and most certain part of the cost for someone who holds for years, but it is not the whole of it.',
      ],
    },
    {
      heading: 'Why a fraction of a percent matters',
      paragraphs: [
        'The fee is charged on everything you own, every year, including on the gains of earlier years. So it compounds in the wrong direction. Suppose you invest 10,000 dollars for thirty years and the market returns seven percent a year before costs. With no fee at all you would end with about 76,100 dollars. With a fee of 0.03 percent you end with about 75,500. With 0.20 percent it is about 72,000. With 0.75 percent it is about 61,600, and with 1.50 percent about 49,800.',
        'Look at the distance between the second and the last of those. A difference of about one and a half percent a year, which sounds like rounding, took about a third of the final sum. Nothing dramatic happened in any single year. The money simply did not stay to earn more money.',
        'A useful way to feel the size of a fee is to set it against the return you hope for, rather than against the amount invested. If you expect shares to earn four percent a year more than inflation, a fee of one percent is a quarter of your real gain, every year, with certainty. The gain itself is only a hope.',
      ],
    },
    {
      heading: 'What fees look like across kinds of fund',
      paragraphs: [
        'The cheapest funds follow broad, well-known indices: the five hundred largest American companies, the whole market, world shares, or government bonds. Competition has pushed several of these to 0.03 percent and below. At that level the fee has stopped being a reason to choose one over another.',
        'Next come regions, sectors and simple rules such as high dividends or low volatility, commonly between 0.06 and 0.40 percent. Emerging markets cost more than developed ones, because trading and custody there cost more. Gold funds commonly ask between 0.10 and 0.40 percent for keeping metal in a vault.',
        'Above half a percent you are usually paying for judgment, for complexity, or for marketing: actively managed funds, narrow themes, funds that use borrowing to double a daily move, or funds that sell options for income. Some of these do something that you cannot get more cheaply. Many are a cheap index with a story attached. The question to ask of each is what it holds that a fund at a tenth of the price does not.',
      ],
    },
    {
      heading: 'Comparing two similar funds fairly',
      paragraphs: [
        'First make sure that they really are similar. Two funds called dividend funds may follow very different rules; one picks companies with high yields today, another those that have raised their payment for many years. Compare the index, the number of holdings, the ten largest of them, and the split by sector. If those differ, then the difference in return next year will come from them and not from the fee.',
        'Next compare the tracking difference: how far the fund actually fell behind its index over a year or more. In theory it should trail by the expense ratio. In practice a well-run fund may trail by less, because it lends out shares for a fee or is clever about taxes at the source, and a badly run one trails by more. Over several years the tracking difference is the true cost, and the expense ratio only its announced part.',
        'Then look at the cost of getting in and out. The spread between the price at which you can buy and the price at which you can sell is paid once on each round trip. For a large fund it is a hundredth of a percent or two; for a small or exotic one it can be half a percent, which is more than a year of fees. If you buy every month, spreads and commissions can outweigh the ratio. If you buy once and hold for twenty years, they hardly count.',
        'Size and age matter at the margin. A fund with very little money in it may be closed, and although you would get your money back, you may have to pay tax on a gain at a time that does not suit you. A few hundred million dollars is a comfortable size.',
        'Finally, tax. A fund that distributes its income and one that reinvests it can be treated differently where you live. So can funds domiciled in different countries, because of tax withheld on dividends before they ever reach the fund. A difference of a quarter of a percent from tax is common, and no comparison of expense ratios will show it.',
      ],
    },
    {
      heading: 'When a higher fee is fair',
      paragraphs: [
        'Cheap is not the same as good, and there are honest reasons to pay more. The market itself may be expensive to reach. The cheaper fund may leave out small companies that you want. A more expensive fund may hold its assets in a safer structure, or suit your tax rules better. Or you already own the dearer fund at a large gain, and switching would cost more in tax today than the fee will over the years in which you intend to hold it. That is simple arithmetic, and worth doing before you sell anything.',
        'What is rarely a reason is past performance. Studies over several decades, in many countries, find the same two things. Funds that did well in one period do not reliably do well in the next. And among funds of the same kind, a low fee is one of the few features that does predict a better result, for the plain reason that it is the one part of the return that is known in advance.',
      ],
    },
    {
      heading: 'Using the screener for this',
      paragraphs: [
        'The ETF screener lets you set a maximum expense ratio, a category and a minimum size, and see what is left. A good order is: choose the category first, then set the size so that tiny funds disappear, and move the fee slider down until only a handful remain. Open those one by one and compare what they hold. If several hold nearly the same, take the cheaper, larger one and stop looking.',
        'Check whether the figures shown are marked as sample data, and when they were last updated. Fees change, mostly downward, and the fund company’s own page is the final authority.',
        'Once chosen, revisit the decision every year or two. If a rival is cheaper by a few hundredths of a percent, leave it. If the gap is a few tenths and switching costs you nothing, change. Over an investing life that one habit may be worth more than any single pick.',
      ],
    },
  ],
};
