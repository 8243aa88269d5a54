import type { Article } from './article';

export const article: Article = {
  sections: [
    {
      heading: 'The one free lunch, and its price',
      paragraphs: [
        'Diversification means owning things that do not all fail for the same reason. It is often called the only free lunch in investing, because it lowers the swings of a portfolio without necessarily lowering what it earns. The arithmetic behind this is simple. If two investments have the same expected return and their ups and downs are not perfectly in step, then holding half of each has that same expected return and smaller swings. Nothing was given up except the chance to have held only the winner.',
        'That last clause is the real price. A diversified portfolio always contains something that is doing badly, and it will never be the best portfolio of the year. Anyone who cannot bear to watch a part of their holdings lag will abandon the plan at the worst moment. So the first question is not which funds to buy; it is what you can hold through a bad stretch without changing your mind.',
      ],
    },
    {
      heading: 'What 2022 taught, and what to carry into 2023 and beyond',
      paragraphs: [
        'For about two decades, investors in developed markets got used to one comfortable pattern: when shares fell, high-quality government bonds rose. A plain mix of sixty percent shares and forty percent bonds absorbed the shocks of 2008 and of 2020 for that reason. In 2022 the pattern broke. Inflation surprised nearly everyone, central banks raised interest rates quickly, and both shares and bonds lost at once. Long-dated bonds, which many held as the safe part of their savings, fell about as far as shares did.',
        'The lesson is not that bonds are useless. It is that the two assets protect against different dangers. Bonds help when growth disappoints, because rates then fall and existing bonds with higher coupons become worth more. They hurt when inflation surprises, because rates then rise. A portfolio that should survive both needs something besides long bonds for the second case: shorter bonds, whose prices move far less with rates; inflation-linked bonds, whose payments follow prices; a measured share of commodities or of companies that sell them; and some plain cash.',
        'A second lesson is that yields matter to safety. At the beginning of 2021 a ten-year government bond paid around one percent, so it had little income with which to absorb a fall in price. By the beginning of 2023 it paid between three and four percent. The same bond, bought at the higher yield, is a better shock absorber than the one that disappointed. Whether an asset diversifies depends on its price as well as its name.',
      ],
    },
    {
      heading: 'Four layers to spread across',
      paragraphs: [
        'The first layer is the kind of asset: shares, bonds, property, commodities, cash, and for some people a little crypto. This layer does most of the work, because different kinds respond to different forces. Decide it first and in round numbers. A split of sixty, thirty and ten that you keep for ten years is worth more than a finely tuned one that you keep for six months.',
        'The second layer is the region. It is natural to buy what you know, and investors everywhere hold far more of their own country than its share of the world would suggest. That ties your savings to the same economy that pays your wage and holds your house. A global share fund spreads this in one purchase. If you prefer to build it from parts, the weights of a world index are a neutral place to begin; differ from them only where you can say why.',
        'The third layer is the sector. In some years a single sector carries an index. At the end of 2021 technology and its close relatives made up well over a third of the largest American companies by value; they led the way up, and in 2022 they led the way down. Look at what is inside your funds. Five funds with different names can hold the same ten companies at the top, and then you own one idea five times.',
        'The fourth layer is time. Money that will be needed in two years and money that will be needed in thirty years are different portfolios, even if they belong to the same person. Keep what you need soon in something that cannot fall much. The rest can then be left alone in a bad year, which is the whole point. Investing a fixed amount every month spreads purchase prices in the same spirit: it will not maximize your return, but it removes the risk of a single unlucky date and the temptation to guess.',
      ],
    },
    {
      heading: 'How much is enough',
      paragraphs: [
        'With shares alone, the benefit of adding names falls off quickly. Going from one company to ten removes a large part of the risk that belongs to single companies; going from ten to thirty removes most of what is left; after fifty there is little to gain if the names are of different kinds. What remains is the risk of the market itself, and no number of shares removes that. For this reason a single broad fund with hundreds of holdings is, for most people, the end of the question rather than its beginning.',
        'Adding funds follows the same curve. Before you add one, ask which danger it protects against that your present holdings do not. If the answer is a danger, such as inflation, a weak currency or the failure of one country, add enough of it to matter; a holding of one percent protects nobody. If the answer is only that it did well lately, you are not diversifying, you are following.',
        'Watch correlation, the number that says how closely two things move together: 1 means in lockstep, 0 means without relation, and minus 1 means as mirror images. Two warnings go with it. Correlations measured in calm years rise in panics, when people sell whatever they can. And a low correlation over a few months may be nothing but chance. Prefer reasons to numbers: two assets that earn their money from different sources will usually part company when it counts.',
      ],
    },
    {
      heading: 'Keeping the plan: rebalancing',
      paragraphs: [
        'A portfolio left to itself drifts toward whatever has risen most, so that its risk grows exactly when prices are high. Rebalancing means selling a little of what has grown and buying what has shrunk, until the weights are back where you decided they should be. It is unpleasant every single time, because it means selling the winner. It also forces you to do, in small steps and without an opinion, what everyone says one should: buy low and sell high.',
        'There are two sensible rules. By the calendar, once a year on a fixed date is enough; more often brings costs and taxes with little gain. By a band, you act whenever a weight has moved by more than, say, a fifth of itself, so that a holding of thirty percent is put right at thirty-six or twenty-four. Where sales are taxed, rebalance first with new money, then with dividends, and only last by selling.',
      ],
    },
    {
      heading: 'A worked example',
      paragraphs: [
        'Take an investor with twenty years to go and a steady stomach. She settles on sixty percent global shares, twenty percent short and medium bonds, ten percent inflation-linked bonds, five percent commodities and five percent cash. She writes down why each part is there, one sentence each. Shares are for growth. Bonds are for a recession. Linked bonds and commodities are for inflation. Cash is for sleep.',
        'In a year such as 2022 her shares fall by about a fifth and her ordinary bonds by perhaps a tenth. Commodities and cash hold up, and linked bonds fall less if she kept them short. The whole loses perhaps thirteen or fourteen percent: painful, and still several points better than shares alone. Her rule then tells her to move a little from what held up to what fell. Nothing about this is clever. It works because the reasons were written down in advance, and the bad year turns out to be one of the cases the plan was made for.',
        'Her plan has limits that she also writes down. It will trail a pure share portfolio in most good years. It does nothing against a fall that takes every asset at once, apart from the cash. And it depends on costs staying low, for a diversified portfolio of expensive funds pays for its calm every year.',
      ],
    },
    {
      heading: 'A short checklist',
      paragraphs: [
        'Write the purpose and the date of each pot of money. Choose the split of assets before any product. Give no single company more than you could lose without changing your plans, and treat shares in your own employer as the first to reduce. Look through your funds to the ten largest holdings and add up the overlaps. Check that something you own is meant for inflation, something for recession, and something for neither. Decide how and when you rebalance, and put it in your calendar now.',
        'None of this predicts what any year will bring. That is what makes it useful: it is a way to be roughly right about a future that nobody can describe.',
      ],
    },
  ],
};
