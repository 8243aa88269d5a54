import { Chapter } from '~/widgets/Legal/Legal';

/** Data stored by the server. */
export function OnTheServer() {
  return (
    <Chapter title="Data the server stores">
      <p>Everything is in one database file (redb) in the operator's data folder:</p>
      <ul>
        <li>
          <strong>Watchlists:</strong> their names, the tickers in them, their order and your notes.
        </li>
        <li>
          <strong>Alerts:</strong> the ticker, the condition, how often and over which channel you want to be
          notified, and when an alert fired.
        </li>
        <li>
          <strong>Browsers with push alerts:</strong> their kind, as in 'Firefox on Android', their push
          service address, and the encryption keys. 'Turn off alerts in this browser' in the settings deletes
          that.
        </li>
        <li>
          <strong>Market data:</strong> prices, news, dividends and calendars. None of it is about you.
        </li>
      </ul>
      <p>
        Everyone who can reach this instance sees and may change the same watchlists and alerts, unless the
        operator has set a password or made it read-only. With a password the server keeps a list of the
        browsers that are signed in, which the settings show. It does not record which pages you open, unless
        its operator switches on a log of requests. A reverse proxy in front of it may keep a log of its own;
        ask its operator.
      </p>
    </Chapter>
  );
}

/** Data stored by the browser. */
export function InYourBrowser() {
  return (
    <Chapter title="Data your browser stores">
      <p>
        No cookies are set, except one that keeps you signed in if the operator has set a password. Your
        browser's local storage remembers how you like the page: light or dark, the colors of rising and
        falling prices, whether the price bar shows. Choices for this browser stay in it; choices for every
        browser are saved on the server.
      </p>
      <p>
        So that the app works offline, a service worker stores the app's files and up to 200 recent server
        responses in the browser: prices, news, and also your watchlists and alerts. Responses older than a
        week are not shown. Clearing the data of this site removes all of it.
      </p>
      <p>
        Inside a native wrapper the app may ask for permission to send notifications. The device then creates
        a push token, which is written to the device's own log and is neither sent nor stored.
      </p>
    </Chapter>
  );
}

/** Third parties that receive data. */
export function Outside() {
  return (
    <Chapter title="Third parties">
      <p>
        Your browser talks to this server only: no fonts, pictures or scripts come from elsewhere. With real
        market data, the <strong>server</strong> asks public sources such as Yahoo Finance or CoinGecko for
        prices and news. They see the server's address and the symbols that the server requests, but not your
        address. With sample data, the server contacts no one, except for the symbols that you look up in the
        setup.
      </p>
      <p>
        If the operator has set up a channel for alerts, such as e-mail or a push service, the text of an
        alert passes through it when the alert fires. A link in an article leads to its publisher, whose own
        policy applies there.
      </p>
      <p>
        If you turn on push alerts, the push service of your browser's maker delivers them. They are encrypted
        for the browser: the service learns when an alert fired and how long its text is, but can't read it.
      </p>
      <p>Nothing is sold, shared for advertising, or used to build a profile.</p>
    </Chapter>
  );
}
