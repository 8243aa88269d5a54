import type { Article } from './article';

export const article: Article = {
  sections: [
    {
      heading: 'What you are buying',
      paragraphs: [
        'A cryptocurrency is an entry in a shared ledger that many computers keep in agreement without anyone in charge. Bitcoin’s ledger records who may spend which coins. Ethereum’s can also run small programs, and on those programs other tokens, exchanges and lending markets have been built. Owning a coin means knowing a secret, the private key, with which an entry can be signed over to someone else. There is no office to call, and no court can move the entry without that key.',
        'This explains both the appeal and the danger. Nobody can freeze or dilute what you hold beyond the rules of the network, you can send it across borders at any hour, and the supply follows a published schedule. For the same reasons nobody can reverse a mistaken transfer, replace a lost key, or make you whole after a theft.',
        'A coin pays no dividend and earns no profit. Its price is what others will give for it, now and later: a mixture of use, scarcity, belief and fashion in proportions that nobody knows. Shares and bonds can be valued, if roughly, from the cash they should produce. Most crypto assets cannot. That does not make them worthless, but it does mean that there is no level at which they are obviously cheap, and it is why falls of seventy or eighty percent have happened several times to the largest coins and have been final for many small ones.',
      ],
    },
    {
      heading: 'First principle: size before everything',
      paragraphs: [
        'Decide how much before you decide what. The most reliable protection in this field is a position small enough that losing all of it would annoy you without changing your life. For many people that is between zero and five percent of what they have invested. Zero is a respectable answer. Money for rent, emergencies or any purchase within a few years has no place here, and neither has borrowed money.',
        'A small position is not a timid one. Suppose that three percent of a portfolio is in Bitcoin. If it falls by eighty percent, the portfolio loses 2.4 percent, about as much as in an ordinary bad week for shares. If it multiplies by five, the portfolio gains twelve percent. The shape of the bet is what makes it tolerable, and only the size gives it that shape.',
        'Then choose a way in. A single purchase is simple. Equal amounts on a fixed day of each month for a year spread the risk of an unlucky date and, more importantly, take the decision out of your hands on exciting days. Write the amount, the day and the end date down before the first purchase.',
      ],
    },
    {
      heading: 'Your first purchase, step by step',
      paragraphs: [
        'Pick an exchange or broker that is licensed where you live, publishes who owns it, and has been through at least one severe fall. Compare the full cost rather than the advertised one: the trading fee, the spread between the buying and the selling price, and the fee to withdraw. A service that claims no fee usually earns on the spread, and one to two percent on each side is not rare. The plain trading screens of the same companies are often much cheaper than their friendly one-button ones.',
        'Open the account with an e-mail address you use for nothing else, a long unique password from a password manager, and an authenticator app or a hardware key as the second factor. Codes sent by text message are a weak second factor, since telephone numbers can be hijacked by talking to a shop assistant. Turn on a list of allowed withdrawal addresses with a waiting time, if there is one.',
        'Buy a small amount of one of the largest coins. Withdraw a small part of it to a wallet of your own and send it back. You will learn about addresses, network fees and confirmation times at the price of a coffee, and you will find out whether the company really lets you withdraw. Check the first and the last characters of every address, because some malware replaces a copied address by another. Make sure that the sending and receiving sides use the same network: coins sent over the wrong one may be lost for good.',
      ],
    },
    {
      heading: 'Custody: who holds the keys',
      paragraphs: [
        "While your coins are on an exchange, what you own is the exchange's promise. Some promises were kept for a decade and then broken within a week; the failures of Mt. Gox in 2014 and of FTX in 2022 are the best known. Exchanges that publish proof of reserves show one side of the balance, but not always what they owe. For an amount you would not mind losing, convenience may win. Beyond that, choose deliberately.",
        'A software wallet on a phone is fine for small sums, like a purse. A hardware wallet is a small device that keeps the key away from any computer connected to the network and signs with it when you press a button. Buy it from the maker and never second-hand, let the device itself create the key, and check the address on its own screen. Either kind gives you a recovery phrase of twelve or twenty-four words. Whoever reads those words owns the coins. Write them on paper or stamp them into metal, keep two copies in two places, and never type them into a website, photograph them or store them in a cloud. No honest company will ever ask for them.',
        'Test the backup before trusting it: wipe the device, restore it from the phrase, and see that the addresses come back. Then think of your heirs. Leave instructions, separate from the phrase, that say what exists and where to find help. Coins whose owner told nobody are gone.',
        'There is a third way. In many countries regulated funds hold Bitcoin or Ether and trade like shares. You pay a yearly fee and you give up the ability to spend the coins, and in return you need no keys, the tax papers come by themselves, and the holding fits into an ordinary brokerage account. For someone who wants only exposure to the price, that is often the most sensible choice.',
      ],
    },
    {
      heading: 'Judging what to hold',
      paragraphs: [
        'Begin with market capitalization, which is price times the coins in circulation. A coin at a tenth of a cent is not cheap if there are a trillion of them. Then look at how many more will be created, and for whom. If a large share belongs to founders and early funds and becomes sellable over the next two years, you are the buyer they are waiting for. The fully diluted value counts those coins too; when it is many times the present capitalization, be careful.',
        'Next, ask what the token is for. Some pay for the use of a network: Ether pays for computation on Ethereum. Some vote on the rules of a program. Some represent a dollar held elsewhere; such stablecoins are useful for payments but carry the risk of whoever holds those dollars. Many do nothing at all except change hands. Ask further whether the use needs the token, or whether the token was added because it could be sold.',
        'Look for signs of life that are hard to fake: fees that users really pay, developers who go on publishing code over years, several independent teams, exchanges with real depth where a purchase of a few thousand dollars does not move the price. Be skeptical of the number of holders, of social media followers and of total value locked, all of which can be bought or counted twice.',
        'For new token offerings, read who is behind them, what the money is for, how it is released, and what happens if the target is missed. A team without names, a promised return, a countdown and a celebrity are four reasons to close the page. The ICO calendar on this site lists offerings and recommends none.',
      ],
    },
    {
      heading: 'Yield, and where it comes from',
      paragraphs: [
        'Sooner or later somebody will offer you interest on your coins. Ask who pays it and why. Staking is the clearest case: networks such as Ethereum pay those who lock up coins and help to run the ledger, out of new coins and users’ fees, at a few percent a year. The risks are a lock-up period, penalties when the operator makes mistakes, and, if you stake through a company, the company itself.',
        'Lending is different. Your coins go to a borrower, usually a trader who wants to bet with more than he has, and the rate is high because he may fail. Liquidity pools pay fees for letting others trade against your pair of coins, and take back part or all of them when the two prices part ways. Rates of twenty percent or more are nearly always paid in a newly printed token whose price falls as its receivers sell it. If you cannot explain in one sentence where the yield comes from, then it comes from later depositors, and one day from you.',
      ],
    },
    {
      heading: 'Cycles, charts and temper',
      paragraphs: [
        'The crypto market trades around the clock and has no closing bell to cool tempers. Days of five percent are ordinary, and a year may hold several of fifteen. In past cycles, long rises ended in a few euphoric weeks and were followed by a year or more of decline. It is tempting to see a law in that, such as a four-year rhythm tied to Bitcoin’s halvings. There have been only a handful of such cycles, far too few to prove anything.',
        'The Fear & Greed Index is a helpful mirror. It cannot tell you what the price will do, but it tells you in what mood everyone else is buying. If you notice that you want to double your position at 90 and sell everything at 10, you have learned something about yourself, and the written plan should win.',
        'Leverage turns this volatility into ruin. With five times leverage an adverse move of twenty percent ends the position, and such a move can come and go within an hour while you sleep. The exchange keeps the fee. Professionals who use leverage do so with small sums and limits that work by themselves; a beginner gains nothing from it.',
      ],
    },
    {
      heading: 'From purchase to policy',
      paragraphs: [
        'The expert’s approach is duller than the beginner’s. It is a page of rules. The target weight, for instance three percent of the portfolio. The band, for instance between two and five percent. Once a quarter you look: above five, sell down to three; below two, buy up to three, or decide on paper that the reasons no longer hold. The rule sells into euphoria and buys into despair, with no opinion needed at either moment. It also caps the total you can ever lose, because every large gain is partly taken home.',
        'Within the holding, keep the bulk in the one or two largest networks. If you enjoy research, allow a small corner, a tenth of the position perhaps, for ideas of your own, and add to it only from its own gains. Record each purchase with its date, amount, price and reason. The record serves the tax office, which in most countries wants to know about every sale and often about every exchange of one coin for another. It serves you even more: after two years it will tell you whether your ideas were worth having.',
        'Correlation deserves a line in the policy. In quiet times crypto seems to move by itself. In every recent sudden flight to cash it fell together with shares, only further. Do not count it as the part of your portfolio that will hold up in a crash.',
      ],
    },
    {
      heading: 'The mistakes that cost most',
      paragraphs: [
        'Few people are ruined by choosing the second-best coin. They are ruined by one of these: putting in money they needed; keeping everything on one exchange; signing a transaction they did not understand, which gave a stranger’s program permission to empty the wallet; typing the recovery phrase into a convincing copy of a website; sending coins to someone who promised to double them or to a new friend with an unbeatable platform; losing the only copy of the phrase; buying with leverage; and selling at the bottom because the position had been too large to bear.',
        'Every item on that list can be avoided without any skill in forecasting. That is the encouraging part. Size the position so that you can sleep, hold the keys in a way you have tested, keep to the page of rules, and treat urgency, from whomever it comes, as a warning. Whether the asset class will flourish is unknown. Whether you survive to find out is largely up to you.',
      ],
    },
  ],
};
