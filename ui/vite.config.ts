import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { inlineScripts, signInScript } from './build/inlineScripts.ts';
import { pageFiles } from './build/pageFiles.ts';
import { precompress } from './build/precompress.ts';
import { routerComponents } from './build/routerComponents.ts';
import { serviceWorker } from './build/serviceWorker.ts';
import { unusedParts } from './build/unusedParts.ts';

const server = process.env.MARKETDECK_URL ?? 'http://127.0.0.1:8080';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const PLAIN = ['src/**/*.test.{ts,tsx}', 'worker/**/*.test.ts'];
/** Tests that need a document. */
const DOM = ['src/**/*.dom.test.{ts,tsx}'];

/** Form fields, which most pages do not need. */
const FIELDS =
  /node_modules\/@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|NativeSelect|CloseButton|InlineInput|Transition|Combobox\/Combobox\.module|Combobox\/ComboboxChevron|Combobox\/get-parsed-combobox-data)(\/|\.)|@mantine\/hooks\/esm\/use-uncontrolled\/|src\/components\/form\/(fields|Field\.module)\./;

/** The base of Mantine's components. The shell uses none; fields and layers do. */
const COMPONENT_BASE =
  /node_modules\/@mantine\/core\/esm\/(core\/(Box|styles-api|InlineStyles|factory)|components\/(UnstyledButton|Loader))\//;

/** Tables and page headings, which a ticker's page, the largest of all, does not have. */
const TABLES =
  /src\/(components\/table\/(WideTable|sort|TableToolBar|ShowMore|useTableSort|useColumnChoice)|widgets\/PageHead\/PageHead|hooks\/rowClick)\./;

/** Parallel queries, which few pages need at the start. */
const SEVERAL_QUERIES =
  /@tanstack\/(query-core|react-query)\/.*\/(queriesObserver|useQueries)\.|src\/(api\/useQueries|widgets\/useListedTickers)\./;

/** The tables of tickers. Their index exports both tables and single rows, and a ticker's page needs only the rows. */
const TICKER_TABLES = /src\/widgets\/TickerTable\//;

/** Small parts shared by pages with lists and tabs: one chunk instead of eight. */
const LISTS =
  /src\/(components\/(ViewSwitch|FilterChips|TabSwitch|Prose|Columns)|market\/breadth|widgets\/(ChangeBar|useBreadthFigures))\b/;

/** Shortcuts, the price in the title, and the state that they share with pages: one chunk instead of seven. */
const LATE =
  /src\/(app\/shell\/(LateParts|TitlePrice|useAlertTone)|app\/keys\/(KeyLayer|command|currentList|useGoTo)|state\/(shortcutsDialog|alertSound)|widgets\/alertTone)\./;

/** Small parts of what charts load when they are idle, which some pages share: one chunk instead of five. */
const CHART_EXTRAS =
  /src\/(market\/(splits|surprise)|state\/alertLines|widgets\/PriceChart\/(alertLines|extras\/(useAlertLines|usePaneBottoms)))\./;

/** Small parts of what a click on a chart's tools loads, which some pages share: one chunk instead of six. */
const CHART_TOOLS =
  /src\/(chart\/PointTable|components\/table\/csv|hooks\/makeInert|market\/(dailyRates|indicators\/settingsText)|widgets\/(CompareList|useDailyRates|keyLists))\./;

const ROUTER = './node_modules/react-router/dist/production';

/** The code of sparklines and small drawings, which need no chart. */
const AXES =
  /src\/(chart\/(timeTicks|series|scale|viewport|frame|path|levelLabel|tags)|widgets\/useDayName|hooks\/useSizeInRem)\./;

export default defineConfig({
  // Relative URLs: the server decides the base path at run time.
  base: './',
  plugins: [
    react(),
    routerComponents(),
    unusedParts(),
    inlineScripts(),
    signInScript(),
    pageFiles(),
    serviceWorker(),
    precompress(),
  ],
  resolve: {
    alias: {
      '~': path('./src'),
      '@kurkle/color': fileURLToPath(new URL('./src/chart/noColor.ts', import.meta.url)),
      ...(process.env.VITEST
        ? { 'react-router-dom': path('./node_modules/react-router-dom/dist/index.mjs') }
        : {
            'react-router/dom': path(`${ROUTER}/dom-export.mjs`),
            'react-router': path(`${ROUTER}/index.mjs`),
          }),
    },
  },
  build: {
    target: 'es2022',
    rolldownOptions: {
      // No getter has side effects. Otherwise all scales of chart.js would be included, because its defaults read a property.
      // An index only exports: who imports one of its parts doesn't load the others.
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /src\/widgets\/\w+\/index\.ts$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            // A group includes the imports of its files, unless a group of higher priority has them.
            // The only code that the entry needs before the first paint.
            { name: 'loader', test: /vite\/preload-helper/, priority: 6 },
            // Changes only when React is upgraded, so browsers keep it across releases.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
              priority: 5,
            },
            { name: 'theme', test: /@mantine\/core\/esm\/core\/(MantineProvider|utils)\//, priority: 4.6 },
            { name: 'component-base', test: COMPONENT_BASE, priority: 4.5 },
            // Used by most pages: one file compresses better than thirty small ones, and is one request.
            {
              name: 'common',
              test: (id) => [FIELDS, TABLES, TICKER_TABLES, SEVERAL_QUERIES].every((each) => !each.test(id)),
              minShareCount: 14,
              priority: 4,
            },
            { name: 'fields', test: FIELDS, priority: 3 },
            // Shared by the shell and charts, so that neither the shell nor home loads a chart.
            {
              name: 'frame',
              test: /src\/(routes|links)\.|market\/marketTickers|MountWhenVisible\.|mountHiddenParts|components\/layer\/Popup\.|use-computed-color-scheme|hooks\/(idle|usePrinting|useUrlChoice|useHasInteracted|useRootAttribute|isTyping|afterPaint)\.|use-document-title|useShownQuotes|FearGreed\/indicators\.|src\/api\/holdings\.|state\/(singleKeys|activeChart|homeList)\./,
              priority: 3,
            },
            { name: 'tables', test: TABLES, priority: 2.8 },
            { name: 'several-queries', test: SEVERAL_QUERIES, priority: 2.7 },
            // Without a group of its own, it would be part of the chart, which the status page doesn't need.
            { name: 'sources', test: /src\/market\/sources\./, minShareCount: 2, priority: 2.6 },
            { name: 'axes', test: AXES, minShareCount: 2, priority: 2.6 },
            {
              name: 'chart',
              test: /src\/(chart\/(?!PointTable)|widgets\/PriceChart\/)|node_modules\/(chart\.js|@kurkle)\//,
              minShareCount: 3,
              priority: 2.5,
            },
            // Small parts shared by pages of tickers: one chunk instead of six.
            {
              name: 'ticker-parts',
              test: /market\/positionInRange\.|ExtendedPrice\.|WatchStar\/(WatchStar|ListChoices|useMembership)\.|PageError\./,
              minShareCount: 2,
              priority: 2.4,
            },
            // Below the first screen of a ticker's page.
            {
              name: 'lower-parts',
              test: /market\/(fearGreed|dividends)\.|FearGreedOrigin\.|NewsArticle\./,
              minShareCount: 2,
              priority: 2.4,
            },
            {
              name: 'alert-choices',
              test: /src\/market\/(alertChoices|labelOf|parseAmount)\.|QuickAlert\/alertAddress\./,
              minShareCount: 2,
              priority: 2.38,
              includeDependenciesRecursively: false,
            },
            // What every page loads when it is idle.
            { name: 'late', test: LATE, priority: 2.37, includeDependenciesRecursively: false },
            {
              name: 'chart-extras',
              test: CHART_EXTRAS,
              minShareCount: 2,
              priority: 2.36,
              includeDependenciesRecursively: false,
            },
            {
              name: 'chart-tools',
              test: CHART_TOOLS,
              minShareCount: 2,
              priority: 2.36,
              includeDependenciesRecursively: false,
            },
            { name: 'lists', test: LISTS, priority: 2.35, includeDependenciesRecursively: false },
            {
              name: 'ticker-search',
              test: /widgets\/TickerSearch\/(?!TickerSearch\.tsx|SearchDropdown|Options)|use-debounced-value|focusFirstError/,
              minShareCount: 2,
              priority: 2.3,
              includeDependenciesRecursively: false,
            },
            // Popovers and dialogs: a page loads all of them or none.
            {
              name: 'layers',
              test: /node_modules\/(@floating-ui|@mantine\/core\/esm\/components\/(Popover|Combobox|FocusTrap|Portal))/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    // The server compares Host with Origin. With Vite's default, which changes Host, it would reject every write request.
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    globals: true,
    // The timeout is long, so that tests don't fail on a slow machine.
    testTimeout: 30_000,
    // At least two, because a single worker would run all files of `vmThreads` in one context, without isolation.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: ['./src/test/setup.ts'],
    // Sets the time zone and the language, which determine how dates are formatted.
    env: { TZ: 'America/New_York', LANG: 'en_US.UTF-8' },
    projects: [
      {
        extends: true,
        // Test files without a DOM share one environment, which takes a quarter of the time.
        test: { name: 'plain', environment: 'node', isolate: false, include: PLAIN, exclude: DOM },
      },
      { extends: true, test: { name: 'build', environment: 'node', include: ['build/**/*.test.ts'] } },
      // Each file has its own document and modules in a new context of the same thread: loading jsdom for each file would
      // take half of the time.
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: DOM, pool: 'vmThreads' } },
    ],
  },
});
